/**
 * Makes a release.
 *   pnpm release prepare 1.2.0   sets the version everywhere and dates the changelog; review and commit it
 *   pnpm release --dry-run       packs and checks everything into .release, and publishes nothing; with `--built`,
 *                                the command line as it was built last
 *   pnpm release                 the same, and publishes to npm; the release workflow does this for a tag
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notesOf, releaseNotes } from './release/changelog.ts'
import { faultsOf } from './release/contents.ts'
import { type File, fileOf, sumsOf } from './release/files.ts'
import { type Published, pack, published, readManifest, root, setVersion } from './release/packages.ts'
import { provenanceOf } from './release/provenance.ts'
import { sbomOf } from './release/sbom.ts'

const changelog = join(root, 'CHANGELOG.md')
const into = join(root, '.release')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const [command, option] = process.argv.slice(2)
if (command === 'prepare') prepare(option ?? '')
else if (command === '--dry-run') await make(option !== '--built')
else if (command === undefined) publish(await make(true))
else throw new Error(`${command} is not known. Use "prepare <version>", "--dry-run" or nothing.`)

function prepare(version: string) {
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(changelog, releaseNotes(readFileSync(changelog, 'utf8'), version, day))
  setVersion(version)
  console.log(`Everything is ${version} now. Commit it, and tag the commit v${version}.`)
}

async function make(builds: boolean): Promise<File[]> {
  const { version } = readManifest('apps/cli')
  const notes = notesOf(readFileSync(changelog, 'utf8'), version)
  if (!notes) throw new Error(`CHANGELOG.md has no notes for ${version}.`)
  const time = new Date(git('log', '-1', '--format=%cI'))
  if (builds) execFileSync('pnpm', ['--filter', 'flagstaff', 'build'], { cwd: root, stdio: 'inherit' })
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into)
  const tarballs = published.map((one) => packChecked(one, version))
  const sbom = write('flagstaff.cdx.json', await sbomOf(version, time))
  const provenance = provenanceOf([...tarballs, sbom], { commit: git('rev-parse', 'HEAD'), version, time })
  const files = [...tarballs, sbom, write('provenance.intoto.json', provenance)]
  write('SHA256SUMS', sumsOf(files))
  write('NOTES.md', `${notes}\n`)
  for (const { name, digest } of files) console.log(`${digest.slice(0, 12)}  ${name}`)
  return tarballs
}

function packChecked(one: Published, version: string): File {
  const file = fileOf(pack(one, into))
  const faults = faultsOf(file.path, one, version)
  if (faults.length > 0) throw new Error(`${file.name}:\n  ${faults.join('\n  ')}`)
  return file
}

function write(name: string, text: string): File {
  const path = join(into, name)
  writeFileSync(path, text)
  return fileOf(path)
}

function publish(tarballs: readonly File[]) {
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.')
  const { version } = readManifest('apps/cli')
  if (git('tag', '--points-at', 'HEAD', `v${version}`) === '')
    throw new Error(`This commit has no tag v${version}.`)
  for (const { path } of tarballs)
    execFileSync('npm', ['publish', path, '--access', 'public', '--provenance'], { stdio: 'inherit' })
}
