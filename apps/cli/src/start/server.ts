import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.ts'
import { packaged } from './packaged.ts'

export type Server = {
  /** The link that creates the first account, unless there is an administrator. */
  setupLink: string | undefined
  /** Resolves to the exit code when the server ends. */
  ended: Promise<number>
  stop(): Promise<void>
}

type Env = Record<string, string | undefined>
type Line = { level?: number; msg?: string; err?: { message?: string } }
const WARN = 40

/**
 * Starts the server and waits until it is ready; undefined if it was stopped before. The server also stops when its
 * channel to this process closes, however that happens.
 */
export async function startServer(
  url: string,
  env: Env,
  stopped: Promise<void> = new Promise(() => {}),
): Promise<Server | undefined> {
  const child = fork(packaged.server, [], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] })
  let setupLink: string | undefined
  const problems = new Set<string>()
  if (child.stdout)
    createInterface(child.stdout).on('line', (text) => {
      const { level = 0, msg = '', err } = parse(text)
      const link = /Open (\S+) to create the first one/.exec(msg)?.[1]
      if (link) setupLink = link
      else if (level >= WARN) {
        const problem = err?.message ? `${msg}: ${err.message}` : msg
        // Problems repeat while the server waits for its database.
        if (!problems.has(problem)) process.stderr.write(`${problem}\n`)
        problems.add(problem)
      }
    })
  const ended = once(child, 'exit').then(([code]) => (code as number | null) ?? 1)
  const stop = () => stopServer(child, ended)
  const outcome = Promise.race([ended.then(() => 'ended'), stopped.then(() => 'stopped')])
  while (!(await responds(`${url}/ready`))) {
    const end = await Promise.race([outcome, pause(50)])
    if (end === 'ended') throw new Failure('The server did not start.')
    if (end === 'stopped') {
      await stop()
      return undefined
    }
  }
  return { setupLink, ended, stop }
}

async function stopServer(child: ChildProcess, ended: Promise<number>) {
  if (child.connected) child.disconnect()
  await ended
}

function parse(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    return { level: WARN, msg: text }
  }
}

export const responds = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
