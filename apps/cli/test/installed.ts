import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

export type Run = {
  url: string
  pid: number
  /** Everything printed so far. */
  output(): string
  /** Waits for the end; returns the exit code. */
  ended: Promise<number | null>
  child: ChildProcess
}
export type Installed = Awaited<ReturnType<typeof install>>

/** Packs `flagstaff` and installs it as a user would, in a new home folder with an empty npm cache. */
export async function install() {
  const home = mkdtempSync(join(tmpdir(), 'fs-'))
  // As root, PostgreSQL runs as a user that must be able to enter the folder.
  chmodSync(home, 0o711)
  const env: Record<string, string | undefined> = {
    ...process.env,
    // Registry, proxy and login stay those of the machine.
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), '.npmrc'),
    npm_config_cache: join(home, 'npm-cache'),
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    DATABASE_URL: undefined,
    NODE_COMPILE_CACHE: undefined,
    NODE_OPTIONS: undefined,
    HTTP_PORT: undefined,
    PORT: undefined,
  }
  // `.ci/run` has built it.
  if (!process.env.CI) execFileSync(process.execPath, ['build.ts'], { cwd: folder, stdio: 'inherit' })
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', home], {
    cwd: folder,
    env: definedIn(env),
    encoding: 'utf8',
  })
  const tarball = join(home, packed.trim().split('\n').at(-1) ?? '')
  const target = join(home, 'installed')
  mkdirSync(target)
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', target, tarball], {
    cwd: target,
    env: definedIn(env),
  })
  const program = join(target, 'node_modules/flagstaff/bin/flagstaff.js')
  const children: ChildProcess[] = []

  function run(args: string[], more: Record<string, string | undefined> = {}): Run {
    const child = spawn(process.execPath, [program, ...args], { cwd: home, env: { ...env, ...more } })
    children.push(child)
    let output = ''
    const add = (part: Buffer) => {
      output += String(part)
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return { url: '', pid: child.pid ?? 0, output: () => output, ended, child }
  }

  return {
    home,
    tarball,
    modules: join(target, 'node_modules'),
    program,
    env,
    run,
    /** Starts a server on a free port and waits until it says that it runs. */
    async start(args: string[] = [], more: Record<string, string | undefined> = {}): Promise<Run> {
      const port = await freePort()
      const started = run(['start', '--no-open', '--port', String(port), ...args], more)
      let code: number | null | undefined
      void started.ended.then((ended) => {
        code = ended
      })
      while (!started.output().includes('Ctrl-C stops it')) {
        if (code !== undefined) throw new Error(`it ended with ${code}:\n${started.output()}`)
        await pause()
      }
      return { ...started, url: `http://127.0.0.1:${port}` }
    },
    async remove() {
      for (const child of children)
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGTERM')
          await once(child, 'close')
        }
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The postmaster of a data folder. */
export const postmasterOf = (data: string): number | undefined => {
  const file = join(data, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** A process and everything that it started. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended since the folder was read.
    }
  }
  const family = [pid]
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  return family
}

/** The server that a start has started. */
export const serverOf = (pid: number): number =>
  familyOf(pid).find((member) =>
    readFileSync(`/proc/${member}/cmdline`, 'utf8').includes('dist/server.js'),
  ) ?? 0

/** A process that exists and is not a zombie. */
export function lives(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !status.slice(status.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/** CPU seconds that a process has used. */
export function cpuOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

export const pause = () => new Promise((done) => setTimeout(done, 50))

const definedIn = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)) as NodeJS.ProcessEnv
