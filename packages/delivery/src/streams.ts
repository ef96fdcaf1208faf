import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addressOf } from './address.ts'
import { createCrowd } from './crowd.ts'
import type { Identity, StreamClient } from './receipts.ts'
import type { Applied, Projects, Store, Token } from './store.ts'

/** All clients of a channel are sent the same bytes. */
export type Channel = {
  key: string
  /** The message for a change; undefined if it does not affect the channel. */
  message(applied: Applied): Buffer | undefined
}

/** The client and its scope; undefined for clients without receipts. */
export type StreamIdentity = { identity: Identity; environment: string; projects: Projects }

type Stream = {
  socket: Socket
  token: string
  channel: string
  stuckSince: number
  reader: StreamIdentity | undefined
  /** HTTP/1.0 has no chunked encoding. */
  isChunked: boolean
  /** Called for each message that is sent. */
  count: () => void
}
type Open = Channel & { streams: Set<Stream> }

export type StreamOptions = {
  /** Maximum of streams per process, and per public token; beyond it, the IP address with the most loses one. */
  most?: number
  mostPublic?: number
  /** Maximum of streams per IP address with a public token. */
  mostPublicPerAddress?: number
  heartbeatMs?: number
  /** How many bytes a slow client can leave unread. */
  mostUnread?: number
  stuckMs?: number
  /** Disconnecting all streams is spread over this time. */
  disconnectMs?: number
  /** Maximum size of all pending first messages; beyond it, new clients are asked to retry. */
  mostStarting?: number
}

export type Opening = {
  token: Token
  first: Buffer
  reader?: StreamIdentity | undefined
  /** Called when the stream opens, and for each message that is sent. */
  count?: () => void
}

export type Streams = {
  readonly count: number
  /** How many are open, by the environment of their token. */
  countByEnvironment(): Map<string, number>
  /** Responds with a stream that begins with `first`; or with an error if there are too many. */
  open(reply: FastifyReply, channel: Channel, opening: Opening): void
  readers(): Iterable<StreamClient>
  /** Closes all streams within some seconds. */
  disconnectAll(): void
  close(): Promise<void>
}

/** Number of sockets to write to before yielding to other requests. */
const BATCH = 500

/** How long a stopping server waits for clients to receive their last messages. */
const LAST_BYTES_MS = 1_000

/** A message, framed as one HTTP chunk, so that all clients are sent the same bytes. */
export function frame({ event, id, data }: { event?: string; id?: string; data: string }): Buffer {
  const lines = `${event ? `event: ${event}\n` : ''}${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
  return chunk(lines)
}

function chunk(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
}

/** The same message without its chunk frame. */
const unframed = (bytes: Buffer): Buffer => bytes.subarray(bytes.indexOf('\r\n') + 2, -2)

/** A comment, which clients ignore and which keeps the connection alive. */
export const comment = (text: string): Buffer => chunk(`:${text}\n\n`)

const HEARTBEAT = comment('')
/** Tells edges to disconnect their clients too. */
export const DISCONNECT_EVENT = 'flagstaff-disconnect'
const DISCONNECT = frame({ event: DISCONNECT_EVENT, data: '{"events":[]}' })
const END = '0\r\n\r\n'

/**
 * Open streams. A change is serialised once per channel and written to all its clients. A client that does not read is
 * disconnected, and resumes when it reconnects.
 */
export function createStreams(app: FastifyInstance, store: Store, options: StreamOptions = {}): Streams {
  const { most = 20_000, mostPublic = 5_000, mostPublicPerAddress = 500 } = options
  const { heartbeatMs = 20_000, mostUnread = 1_048_576 } = options
  const { mostStarting = 268_435_456, stuckMs = 30_000, disconnectMs = 10_000 } = options
  const channels = new Map<string, Open>()
  const byToken = new Map<string, Set<Stream>>()
  const everybody = createCrowd<Stream>()
  const crowds = new Map<string, ReturnType<typeof createCrowd<Stream>>>()
  let starting = 0
  let isClosed = false
  let work = Promise.resolve()

  const forget = (stream: Stream) => {
    const channel = channels.get(stream.channel)
    if (!channel?.streams.delete(stream)) return
    everybody.remove(stream)
    crowds.get(stream.token)?.remove(stream)
    if (channel.streams.size === 0) channels.delete(stream.channel)
    const siblings = byToken.get(stream.token)
    siblings?.delete(stream)
    if (siblings?.size !== 0) return
    byToken.delete(stream.token)
    crowds.delete(stream.token)
  }
  /** Whether one more stream from this IP address is allowed; may shed a stream of an address with more. */
  const makePlace = (token: Token, ip: string): boolean => {
    const own = token.type === 'frontend' ? crowds.get(token.digest) : undefined
    if (own && own.at(ip) >= mostPublicPerAddress) return false
    const full = own && own.size >= mostPublic ? own : everybody.size >= most ? everybody : undefined
    if (!full) return true
    const shed = full.toShedFor(ip)
    if (!shed) return false
    end(shed)
    forget(shed)
    return true
  }
  /** Does not wait for the client: the connection is closed as soon as the last bytes are sent. */
  const end = ({ socket, isChunked }: Stream) => socket.end(isChunked ? END : '', () => socket.destroy())
  const write = (stream: Stream, bytes: Buffer) => {
    const { socket } = stream
    // A long first message may still be in transit, which is not the client's fault.
    if (socket.writableLength > mostUnread && stuckFor(stream) > stuckMs) socket.destroy()
    else socket.write(stream.isChunked ? bytes : unframed(bytes))
  }
  /** In batches, so that polls are answered in between. Messages keep their order. */
  const inTurns = (streams: Iterable<Stream>, visit: (stream: Stream) => void) => {
    work = work.then(async () => {
      let turn = 0
      for (const stream of streams) {
        visit(stream)
        if (++turn % BATCH === 0) await new Promise(setImmediate)
      }
    })
  }
  /** Spread over some seconds, so that clients do not all come back at once. */
  const disconnectAll = () => {
    for (const { streams } of channels.values())
      for (const stream of streams) {
        if (stream.reader?.identity.kind === 'edge') write(stream, DISCONNECT)
        setTimeout(() => stream.socket.writableEnded || end(stream), Math.random() * disconnectMs).unref()
      }
  }
  const publish = (applied: Applied) => {
    if (applied.disconnects) disconnectAll()
    for (const channel of channels.values()) {
      const message = channel.message(applied)
      if (message)
        inTurns(channel.streams, (stream) => {
          write(stream, message)
          stream.count()
        })
    }
    for (const digest of applied.tokens) for (const stream of byToken.get(digest) ?? []) end(stream)
  }
  const beat = () => {
    for (const { streams } of channels.values()) {
      inTurns(streams, (stream) => {
        const token = store.tokenByDigest(stream.token)
        if (!token || store.isExpired(token)) end(stream)
        else write(stream, HEARTBEAT)
      })
    }
  }
  const stopListening = store.listen(publish)
  const heart = setInterval(beat, heartbeatMs).unref()
  const close = async () => {
    stopListening()
    clearInterval(heart)
    isClosed = true
    await work
    const open = [...channels.values()].flatMap(({ streams }) => [...streams])
    for (const stream of open) end(stream)
    const cutOff = () => {
      for (const { socket } of open) socket.destroy()
    }
    setTimeout(cutOff, LAST_BYTES_MS).unref()
  }
  app.addHook('preClose', close)
  return {
    get count() {
      return everybody.size
    },
    countByEnvironment() {
      const counts = new Map<string, number>()
      for (const [digest, { size }] of byToken) {
        const environment = store.tokenByDigest(digest)?.environment
        if (environment) counts.set(environment, (counts.get(environment) ?? 0) + size)
      }
      return counts
    },
    open(reply, channel, { token, first, reader, count = () => {} }) {
      const { socket } = reply.raw
      // The client may have disconnected in the meantime.
      if (!socket || socket.destroyed) return void reply.hijack()
      const ip = addressOf(reply.request)
      // SDKs fall back to polling on 429, and retry on 503.
      if (!makePlace(token, ip)) return refuse(reply, 429, 30)
      if (isClosed || starting > mostStarting) return refuse(reply, 503, 2)
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        ...(reply.getHeaders() as Record<string, string>),
      })
      reply.raw.flushHeaders()
      socket.setNoDelay(true)
      socket.setTimeout(0)
      const isChunked = reply.request.raw.httpVersion !== '1.0'
      const digest = token.digest
      const stream = { socket, token: digest, channel: channel.key, stuckSince: 0, reader, isChunked, count }
      count()
      const known = channels.get(channel.key)
      if (known) known.streams.add(stream)
      else channels.set(channel.key, { ...channel, streams: new Set([stream]) })
      byToken.set(token.digest, (byToken.get(token.digest) ?? new Set()).add(stream))
      everybody.add(stream, ip)
      const crowd = crowds.get(token.digest) ?? createCrowd<Stream>()
      crowds.set(token.digest, crowd)
      crowd.add(stream, ip)
      socket.once('close', () => forget(stream))
      starting += first.length
      socket.write(isChunked ? first : unframed(first), () => {
        starting -= first.length
      })
    },
    *readers() {
      for (const { streams } of channels.values())
        for (const { reader, socket } of streams)
          if (reader) yield { ...reader, unread: socket.writableLength > 0 }
    },
    disconnectAll,
    close,
  }
}

/** How long the client has not kept up, in milliseconds. */
function stuckFor(stream: Stream): number {
  const now = Date.now()
  if (stream.stuckSince === 0) {
    stream.stuckSince = now
    stream.socket.once('drain', () => {
      stream.stuckSince = 0
    })
  }
  return now - stream.stuckSince
}

/** With jitter, so that refused clients do not all come back at once. */
function refuse(reply: FastifyReply, status: number, seconds: number) {
  const after = Math.ceil(seconds * (1 + 2 * Math.random()))
  void reply
    .code(status)
    .header('retry-after', String(after))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: `Too many streams are open. Poll, or try again in ${after} seconds.` }))
}
