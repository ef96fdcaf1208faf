import { createServer, connect as open, type Socket } from 'node:net'
import { freePort } from './postgres.ts'

export type OnTrip = (sent: Buffer, connection: object) => void

/** A TCP proxy between servers and their database, so that another database can take over its address. */
export type TcpProxy = {
  url: string
  /** Switches to another database and closes open connections. */
  lead(to: string): void
  /** Closes all connections and refuses new ones until it leads to a database again. */
  cut(): void
  /** Adds this latency in each direction. */
  delay(ms: number): void
  /** Drops everything from the upstream, but still forwards what is sent to it. */
  loseReplies(): void
  /** Drops everything in both directions without closing connections. */
  hold(): void
  /** Sends this text to every client, whatever it requests. */
  answer(text: string): void
  /** Ends all faults and closes the connections that they affected. */
  heal(): void
  /** Forwards matching requests, but closes the connection instead of sending their response. */
  dropReplies(matching: ((sent: Buffer) => boolean) | undefined): void
  /** Called with what a client sends at a time: everything up to the next response is one round trip. */
  onTrip(listener: OnTrip): void
  close(): void
}

export async function startProxy(target: string): Promise<TcpProxy> {
  let host: URL | undefined = new URL(target)
  let delayMs = 0
  let mode: 'pass' | 'lose replies' | 'hold' | 'answer' = 'pass'
  let canned = ''
  let tell: OnTrip = () => {}
  let isDropped: (sent: Buffer) => boolean = () => false
  const sockets = new Set<Socket>()
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  const port = await freePort()
  const server = createServer((client) => {
    if (!host) return client.destroy()
    if (mode === 'answer') {
      sockets.add(client)
      client.on('close', () => sockets.delete(client))
      client.on('error', () => {})
      client.on('data', () => client.end(canned))
      return
    }
    const upstream = open(Number(host.port), host.hostname)
    let sent: Buffer[] = []
    let silent = false
    const answered = () => {
      const all = Buffer.concat(sent)
      if (sent.length > 0) tell(all, client)
      if (sent.length > 0 && isDropped(all)) {
        silent = true
        client.destroy()
      }
      sent = []
    }
    client.on('data', (bytes: Buffer) => sent.push(bytes))
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (bytes: Buffer) => {
        const pass = () => {
          if (mode === 'hold' || (mode === 'lose replies' && from === upstream)) return
          // By now the client has sent everything it can send without this response.
          if (from === upstream) answered()
          if (!silent) to.write(bytes)
        }
        if (delayMs === 0) pass()
        else setTimeout(pass, delayMs)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const url = new URL(target)
  url.port = String(port)
  return {
    url: url.href,
    lead(to) {
      host = new URL(to)
      drop()
    },
    cut() {
      host = undefined
      drop()
    },
    delay(ms) {
      delayMs = ms
    },
    loseReplies() {
      mode = 'lose replies'
    },
    hold() {
      mode = 'hold'
    },
    answer(text) {
      mode = 'answer'
      canned = text
      drop()
    },
    heal() {
      if (mode !== 'pass') drop()
      mode = 'pass'
      delayMs = 0
    },
    dropReplies(matching = () => false) {
      isDropped = matching
    },
    onTrip(listener) {
      tell = listener
    },
    close() {
      drop()
      server.close()
    },
  }
}
