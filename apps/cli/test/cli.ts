import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type Ended = { exit: number | null; out: string; err: string }

/** The command line in a separate process, with a home folder that nothing else uses. */
export function makeCli(env: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'flagstaff-cli-'))
  const start = (args: readonly string[], more: Record<string, string> = {}) => {
    const { FLAGSTAFF_URL: _url, FLAGSTAFF_TOKEN: _token, ...outside } = process.env
    const child = spawn(process.execPath, ['--conditions=source', main, ...args], {
      cwd: home,
      env: { ...outside, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    const ended = new Promise<Ended>((done) => child.on('close', (exit) => done({ exit, out, err })))
    return { child, ended, out: () => out, err: () => err }
  }
  return {
    home,
    start,
    run: (args: string, more?: Record<string, string>) => start(args.split(' '), more).ended,
  }
}
