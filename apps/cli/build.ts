import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

// Builds `dist`: the command line, the server and the edge as JavaScript that needs no other packages than
// `@node-rs/argon2`, and the files that the server reads. The web interface must be built before.

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = fileURLToPath(new URL('./dist/', import.meta.url))
const server = join(root, 'apps/server')
const web = join(root, 'apps/web/dist')
if (!existsSync(join(web, 'index.html'))) throw new Error('Build the web interface first: pnpm build')

/** Packaged files are in other places than in the repository. */
const packagedFolders: Plugin = {
  name: 'packaged-folders',
  setup({ onResolve }) {
    onResolve({ filter: /\/folders\.ts$/ }, ({ importer, path }) =>
      join(dirname(importer), path) === join(server, 'src/platform/folders.ts')
        ? { path: fileURLToPath(new URL('./bundle/folders.ts', import.meta.url)) }
        : undefined,
    )
  },
}

rmSync(dist, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    cli: 'apps/cli/src/main.ts',
    server: 'apps/server/src/main.ts',
    'verify-chain': 'apps/server/src/verify-chain.ts',
    edge: 'apps/edge/src/main.ts',
  },
  outdir: dist,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  conditions: ['source'],
  external: ['@node-rs/argon2', '@flagstaff/remove', 'pg-native'],
  // Bundled CommonJS packages expect these names.
  banner: {
    js: `import{createRequire as bundleRequire}from'node:module';const require=bundleRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;`,
  },
  plugins: [packagedFolders],
  define: { BUILD_REVISION: JSON.stringify(revisionOf()) },
  metafile: true,
  logLevel: 'warning',
})

cpSync(join(server, 'migrations'), join(dist, 'migrations'), { recursive: true })
cpSync(web, join(dist, 'web'), { recursive: true })
const viewer = dirname(createRequire(join(server, 'package.json')).resolve('swagger-ui-dist/package.json'))
mkdirSync(join(dist, 'api-docs'))
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE'])
  cpSync(join(viewer, file), join(dist, 'api-docs', file))
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
const bundled = packagesIn(Object.keys(metafile.inputs))
writeFileSync(join(dist, 'third-party-licenses.txt'), licencesOf(bundled))
// For the bill of materials.
writeFileSync(
  join(dist, 'third-party.json'),
  JSON.stringify(bundled.map(({ name, version, license }) => ({ name, versions: [version], license }))),
)

/** The commit; an image is built without the repository, so REVISION names it. */
function revisionOf(): string {
  if (process.env.REVISION) return process.env.REVISION
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

type Bundled = { name: string; version: string; license: string; folder: string }

/** The packages that are part of the bundle. */
function packagesIn(inputs: string[]): Bundled[] {
  const folders = new Set(
    inputs.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []),
  )
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return { name, version, license, folder }
  })
}

/** The licence texts of packages. */
function licencesOf(packages: readonly Bundled[]): string {
  const texts = packages.map(({ name, version, license, folder }) => {
    const files = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    const text = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n')
    return `${name} ${version} (${license})\n\n${text}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
