import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isPublic, pinAddress } from './addresses.ts'

suite('addresses', () => {
  test('the public Internet and nothing else', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])
      assert.ok(isPublic(address), address)
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      'fc00::1',
      'fe80::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      'localhost',
      '',
    ])
      assert.ok(!isPublic(address), address)
  })

  test('a name is pinned to one of its addresses, if all of them are public', async () => {
    const pinned = (...addresses: string[]): Promise<string | null> =>
      pinAddress(new URL('https://hooks.example/in'), async () => addresses)
    assert.equal(await pinned('8.8.8.8', '1.1.1.1'), '8.8.8.8')
    assert.equal(await pinned('8.8.8.8', '127.0.0.1'), null)
    assert.equal(await pinned('169.254.169.254'), null)
    assert.equal(await pinned(), null)
  })

  test('an address in the URL, and localhost, are what the operator chose', async () => {
    const never = async (): Promise<readonly string[]> => assert.fail('nothing is to be resolved')
    assert.equal(await pinAddress(new URL('http://127.0.0.1:9'), never), '127.0.0.1')
    assert.equal(await pinAddress(new URL('http://[::1]:9'), never), '::1')
    assert.equal(await pinAddress(new URL('http://localhost:9'), async () => ['127.0.0.1']), '127.0.0.1')
  })
})
