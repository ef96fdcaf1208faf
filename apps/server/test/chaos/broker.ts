import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../cluster/postgres.ts'
import { until } from './until.ts'

/** A NATS server, of which nothing but its address is kept for certain. */
export type Broker = {
  /** The settings of servers and nodes that use it. */
  readonly env: Record<string, string>
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  /** Loses all messages; only while it is not running. */
  forget(): void
  remove(): Promise<void>
}

export async function createBroker(): Promise<Broker> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-broker-'))
  const store = join(folder, 'store')
  const config = join(folder, 'nats.conf')
  writeFileSync(
    config,
    `server_name: chaos\nlisten: "127.0.0.1:${port}"\njetstream { store_dir: "${store}", domain: chaos }\n`,
  )
  let running: ChildProcess | undefined
  const kill = async () => {
    if (!running) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
    running = undefined
  }
  return {
    env: {
      BACKBONE_URL: `nats://127.0.0.1:${port}`,
      BACKBONE_KEY: 'a key of the campaign, long enough for all',
      BACKBONE_INSTANCE: 'chaos',
    },
    async start() {
      // Debian installs it where only root looks.
      const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
      running = spawn('nats-server', ['-c', config], { stdio: 'ignore', env })
      await until('the broker listens', () => accepts(port))
    },
    kill,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    forget: () => rmSync(store, { recursive: true, force: true }),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isOpen: boolean) => {
      socket.destroy()
      done(isOpen)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
