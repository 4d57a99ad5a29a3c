import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LedgerError } from './errors.ts'
import { formatNote, parseNote, signNote, verifyNote } from './note.ts'
import { testSigner } from './testing/test-log.ts'
import { parseVerifierKey } from './verifier-key.ts'

const TEXT = 'a text\n'
const [ada, ben] = [testSigner('ada', 1), testSigner('ben', 2)]

async function noteOf(...signers: readonly (typeof ada)[]): Promise<string> {
  const signatures = await Promise.all(signers.map(({ key, sign }) => signNote(TEXT, key, sign)))
  return formatNote({ text: TEXT, signatures })
}

const refuses = (note: string): void => assert.throws(() => parseNote(note), LedgerError)

test('published notes verify', async () => {
  const published = [
    [
      'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
      'This is an example message.\n\n' +
        '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
    ],
    [
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
        '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
    ],
  ] as const
  for (const [keyText, noteText] of published) {
    const key = parseVerifierKey(keyText)
    const note = parseNote(noteText)
    assert.deepEqual(await verifyNote(note, [ada.key, key]), [key])
    assert.equal(formatNote(note), noteText)
  }
})

test('the text of a note may hold empty lines', () => {
  const note = parseNote(
    'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n' +
      '— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n',
  )
  assert.ok(note.text.endsWith('\n\ned è subito sera.\n'))
  assert.equal(note.signatures[0]?.name, 'quasimodo.example/salvatore')
})

test('a note by several keys: those that are known verify, the others are ignored', async () => {
  const note = parseNote(await noteOf(ada, ben))
  assert.deepEqual(await verifyNote(note, [ben.key]), [ben.key])
  assert.deepEqual(await verifyNote(note, [ben.key, ada.key]), [ben.key, ada.key])
  await assert.rejects(verifyNote(note, [testSigner('carl', 3).key]), /no known key/)
  await assert.rejects(verifyNote(note, []), /no known key/)
})

test('a key of the same name and another id is unknown', async () => {
  const note = parseNote(await noteOf(ada, testSigner('ada', 9)))
  assert.deepEqual(await verifyNote(note, [ada.key]), [ada.key])
})

test('one false signature of a known key makes the note worthless', async () => {
  const { text, signatures } = parseNote(await noteOf(ada, ben))
  const [first, second] = signatures
  for (const signature of [new Uint8Array(64), new Uint8Array(1), first!.signature.slice(0, 63)]) {
    const note = { text, signatures: [first!, { ...second!, signature }] }
    await assert.rejects(verifyNote(note, [ada.key, ben.key]), /not by the known key/)
    assert.deepEqual(await verifyNote(note, [ada.key]), [ada.key])
    const twice = { text, signatures: [first!, { ...first!, signature }] }
    await assert.rejects(verifyNote(twice, [ada.key]), /not by the known key/)
  }
  await assert.rejects(verifyNote({ text: `${text}\n`, signatures }, [ada.key]), /not by the known key/)
})

test('takes 100 signatures and no more', async () => {
  const [line] = parseNote(await noteOf(ada)).signatures
  const lines = (count: number) => ({ text: TEXT, signatures: Array.from({ length: count }, () => line!) })
  const note = parseNote(formatNote(lines(100)))
  assert.equal(note.signatures.length, 100)
  assert.deepEqual(await verifyNote(note, [ada.key]), [ada.key])
  refuses(formatNote(lines(101)))
})

test('what is not a note is refused', async () => {
  const note = await noteOf(ada)
  const line = note.slice(TEXT.length + 1)
  refuses('')
  refuses(TEXT)
  refuses(`${TEXT}\n`)
  refuses(`${TEXT}\n\n`)
  refuses(note.slice(0, -1))
  refuses(`${note}\n`)
  refuses(`${note}trailing\n`)
  refuses(`${TEXT}${line}`)
  refuses(note.replace('—', '-'))
  refuses(note.replace('— ', '—  '))
  refuses(note.replace('— ada', '—ada'))
  refuses(note.replace('— ada', '— a+a'))
  refuses(note.replace('— ada', '— a\u00a0a'))
  refuses(note.replace('— ada ', '—  '))
  refuses(note.replace('=\n', '\n'))
  refuses(note.replace('=\n', '==\n'))
  refuses(note.replace('=\n', '= \n'))
  refuses(note.replaceAll('\n', '\r\n'))
  refuses(`tab\t${note}`)
  refuses(`null\0${note}`)
  refuses(`surrogate\ud800${note}`)
  refuses(`${TEXT}\n— ada AAAAAA==\n`)
})

test('formats only what it would parse', () => {
  assert.throws(() => formatNote({ text: 'no newline', signatures: [] }), LedgerError)
  assert.throws(() => formatNote({ text: TEXT, signatures: [] }), LedgerError)
  assert.throws(() => formatNote({ text: 'a\tb\n', signatures: [] }), LedgerError)
})
