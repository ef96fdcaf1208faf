import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
import { expect } from 'vitest'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A connection between two regions: every byte takes a while, and it can be cut. */
export async function openWire(target: number, delayMs: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs))
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
    sockets.add(from)
  }
  const server: Server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut(value: boolean) {
      isCut = value
      if (value) for (const socket of sockets) socket.destroy()
      if (value) sockets.clear()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A real NATS server with JetStream, in a folder that outlives the process. */
export function createNats(name: string, port: number, more: string, domain = name) {
  const folder = mkdtempSync(join(tmpdir(), `flagstaff-nats-${name}-`))
  const config = join(folder, 'nats.conf')
  const store = join(folder, 'store')
  writeFileSync(
    config,
    `server_name: ${name}\nlisten: "127.0.0.1:${port}"\njetstream { store_dir: "${store}", domain: ${domain} }\n${more}\n`,
  )
  let running: ChildProcess | undefined
  return {
    url: `nats://127.0.0.1:${port}`,
    start() {
      // Debian installs it where only root looks.
      const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
      running = spawn('nats-server', ['-c', config], { stdio: 'ignore', env })
    },
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      const ended = new Promise((done) => running?.once('exit', done))
      running?.kill(signal)
      await ended
    },
    /** Loses all streams; only while it does not run. */
    forget: () => rmSync(store, { recursive: true, force: true }),
    signal: (signal: NodeJS.Signals) => running?.kill(signal),
    pid: () => running?.pid ?? 0,
    remove() {
      running?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Two regions, a delay apart: the hub, and a leaf with its own JetStream. */
export async function openRegions(delayMs = 40) {
  const [hubPort, westPort, linkPort] = [await freePort(), await freePort(), await freePort()]
  const wire = await openWire(linkPort, delayMs)
  // The leaf reconnects to any address that the hub advertises, even with `no_advertise`, so this has to be the wire.
  const hub = createNats(
    'hub',
    hubPort,
    `leafnodes { listen: "127.0.0.1:${linkPort}", advertise: "127.0.0.1:${wire.port}" }`,
  )
  const west = createNats(
    'west',
    westPort,
    `leafnodes { reconnect: 1, remotes: [{ url: "nats://127.0.0.1:${wire.port}" }] }`,
  )
  return {
    wire,
    hub,
    west,
    /** The mirror has everything. After NATS was killed, that can take it a while. */
    mirrored: () =>
      expect
        .poll(async () => {
          const [there, here] = await Promise.all([endsOf(hub.url), endsOf(west.url)])
          return here.toString() === there.toString()
        })
        .toBe(true),
    remove() {
      wire.close()
      hub.remove()
      west.remove()
    },
  }
}

/** The last message of the newest chain and of its snapshot. */
async function endsOf(server: string): Promise<[string, number][]> {
  const connection = await connectNats({ servers: [server] })
  const manager = await jetstreamManager(connection)
  const ends: [string, number][] = []
  for await (const { config, state } of manager.streams.list()) ends.push([config.name, state.last_seq])
  await connection.close()
  const newest = (kind: string) =>
    ends
      .filter(([name]) => name.includes(kind))
      .sort()
      .slice(-1)
  return [...newest('_C_'), ...newest('_S_')]
}
