import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export type Published = { name: string; folder: string; mostBytes: number; allowed: RegExp }

const library = /^(dist\/[\w./-]+\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/

/** What goes to npm, with everything that may be in each tarball and its largest size. */
export const published: Published[] = [
  {
    name: 'flagstaff',
    folder: 'apps/cli',
    mostBytes: 5_000_000,
    allowed:
      /^(bin\/flagstaff\.js|dist\/.+|postgres\/package(-lock)?\.json|package\.json|README\.md|LICENSE)$/,
  },
  { name: '@flagstaff/engine', folder: 'packages/engine', mostBytes: 100_000, allowed: library },
  {
    name: '@flagstaff/openfeature-provider',
    folder: 'packages/openfeature-provider',
    mostBytes: 100_000,
    allowed: library,
  },
  { name: '@flagstaff/testing', folder: 'packages/testing', mostBytes: 100_000, allowed: library },
  { name: '@flagstaff/remove', folder: 'packages/remove', mostBytes: 100_000, allowed: library },
]

type Manifest = Record<string, unknown> & { name: string; version: string }
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** All packages have the same version, so that it says what goes with what. */
export function setVersion(version: string): void {
  for (const file of globSync('{apps,packages}/*/package.json', { cwd: root })) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/("version": )"[^"]+"/, `$1"${version}"`))
  }
  const chart = join(root, 'deploy/helm/flagstaff/Chart.yaml')
  const text = readFileSync(chart, 'utf8')
  writeFileSync(
    chart,
    text
      .replace(/^version: .*$/m, `version: ${version}`)
      .replace(/^appVersion: .*$/m, `appVersion: "${version}"`),
  )
}

/** Packs into the folder, with the licence of the repository, and returns the path of the tarball. */
export function pack({ folder }: Published, into: string): string {
  const licence = join(root, folder, 'LICENSE')
  cpSync(join(root, 'LICENSE'), licence)
  try {
    const output = execFileSync('pnpm', ['pack', '--json', '--pack-destination', into], {
      cwd: join(root, folder),
      encoding: 'utf8',
    })
    const { filename } = JSON.parse(output) as { filename: string }
    return filename
  } finally {
    rmSync(licence)
  }
}
