import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { routes } from '../packages/client/src/routes.ts'

/** Published in this order: each needs only those before it. */
export const published = ['contract', 'ledger', 'client', 'runtime', 'cli'] as const

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly type: string
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** What needs Node at all needs one that has what the runtime uses. */
const engines = { node: '>=24' }

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/**
 * Builds the packages as JavaScript with declarations and packs each into a tarball in `folder`; answers the
 * tarballs. Node strips no types below node_modules, so what is installed must be JavaScript.
 */
export async function pack(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const stage = await mkdtemp(join(root, 'node_modules/.membrane-pack-'))
  try {
    await compile(stage)
    await evaluateRoutes(join(stage, 'client/src/routes.js'))
    return await Promise.all(published.map((name) => packOne(name, stage, folder)))
  } finally {
    await rm(stage, { recursive: true })
  }
}

async function compile(stage: string): Promise<void> {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(root, 'packages'),
      outDir: stage,
    },
    include: published.map((name) => join(root, 'packages', name, 'src')),
    exclude: ['**/*.test.ts', '**/testing/**', '**/conformance/**'].map((path) =>
      join(root, 'packages', path),
    ),
  }
  const file = join(stage, 'tsconfig.json')
  await writeFile(file, JSON.stringify(config))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file])
}

/** The client's routes as the data that they evaluate to: a page that loads it then loads no contract. */
async function evaluateRoutes(file: string): Promise<void> {
  await writeFile(file, `export const routes = ${JSON.stringify(routes)}\n`)
}

async function packOne(name: string, stage: string, folder: string): Promise<string> {
  const source = join(root, 'packages', name)
  const target = join(stage, 'packed', name)
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest
  await cp(join(source, 'src'), join(target, 'dist'), {
    recursive: true,
    filter: (path) => !/\.ts$|\/(?:testing|conformance)$/.test(path),
  })
  await cp(join(stage, name, 'src'), join(target, 'dist'), { recursive: true })
  await cp(join(source, 'README.md'), join(target, 'README.md'), { errorOnExist: false }).catch(
    () => undefined,
  )
  await writeFile(join(target, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: target })
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  return join(folder, packed!.filename)
}

function publishedManifest(manifest: Manifest): object {
  const { name, version, license, type, bin, exports, dependencies, optionalDependencies } = manifest
  const built = (path: string, ending: string): string =>
    path.replace(/^(?:\.\/)?src\/(.+)\.ts$/, `./dist/$1${ending}`)
  const entries = Object.entries(exports).map(([entry, path]) => [
    entry,
    { types: built(path, '.d.ts'), default: built(path, '.js') },
  ])
  const commands = Object.entries(bin ?? {}).map(([command, path]) => [command, built(path, '.js')])
  return {
    name,
    version,
    license,
    type,
    sideEffects: false,
    ...('@membrane/runtime' in dependencies || name === '@membrane/runtime' ? { engines } : {}),
    ...(bin && { bin: Object.fromEntries(commands) as object }),
    exports: Object.fromEntries(entries) as object,
    files: ['dist'],
    dependencies,
    optionalDependencies,
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'build') } } })
  for (const tarball of await pack(values.out)) process.stdout.write(`${tarball}\n`)
}
