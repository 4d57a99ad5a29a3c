import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, type Block } from './markdown.ts'

/** What the compiler says of the TypeScript blocks, each as a reader saves it; nothing where all is well. */
export function typeProblems(blocks: readonly Block[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'membrane-types-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const checked = blocks.filter(({ kind, from }) => kind === 'ts' && from === undefined)
    for (const { document, line, file, text } of checked) {
      const path = join(folder, document, file ?? `block-${line}.ts`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    const compilerOptions = { lib: ['esnext', 'dom', 'dom.iterable'], noUncheckedIndexedAccess: false }
    const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['.'] }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}
