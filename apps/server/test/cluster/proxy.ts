import { createServer, connect as open, type Socket } from 'node:net'
import { freePort } from './postgres.ts'

export type OnTrip = (sent: Buffer, connection: object) => void

/** Stands between servers and their database, so that another one can take its place under the same address. */
export type TcpProxy = {
  url: string
  /** Sends everybody to another database; connections that are open end. */
  lead(to: string): void
  /** Every connection ends, and new ones are refused, until it leads somewhere again. */
  cut(): void
  /** Bytes arrive so much later, in each direction. */
  delay(ms: number): void
  /** What the other side answers does not arrive any more, though what is sent to it does. */
  loseReplies(): void
  /** Nothing arrives on either side, and nothing ends. */
  hold(): void
  /** Whoever calls is given this, whatever they ask. */
  answer(text: string): void
  /** All is well again; connections that were treated otherwise end. */
  heal(): void
  /** Requests whose bytes match arrive, but instead of their answer the client sees the connection end. */
  dropReplies(matching: ((sent: Buffer) => boolean) | undefined): void
  /** Told what a client sends at a time: everything up to the next answer is one round trip. */
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
          // By now a client has sent all that it could send without this answer.
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
