import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Identity, StreamReader } from './receipts.ts'
import type { Applied, Projects, Store, Token } from './store.ts'

/** Readers of one channel are sent the same bytes. */
export type Channel = {
  key: string
  /** What a change means to them, as one message; undefined when it means nothing. */
  message(applied: Applied): Buffer | undefined
}

/** Who is on the other end, and what of it they read; left out for those who need not be told of. */
export type Reader = { identity: Identity; environment: string; projects: Projects }

type Stream = {
  socket: Socket
  token: string
  channel: string
  stuckSince: number
  reader: Reader | undefined
}
type Open = Channel & { streams: Set<Stream> }

export type StreamOptions = {
  /** The most streams of this process; the next is sent away to poll. */
  most?: number
  heartbeatMs?: number
  /** What a slow reader may leave unread. */
  mostUnread?: number
  stuckMs?: number
  /** What all first messages on their way may come to, before newcomers are asked to wait. */
  mostStarting?: number
}

export type Opening = { token: Token; first: Buffer; reader?: Reader | undefined }

export type Streams = {
  readonly count: number
  /** Answers the request with a stream that begins with `first`; or with a refusal, when there are too many. */
  open(reply: FastifyReply, channel: Channel, opening: Opening): void
  readers(): Iterable<StreamReader>
  close(): Promise<void>
}

/** Sockets written to before other requests get their turn. */
const BATCH = 500

/** A message of a stream, framed as one chunk of an HTTP body, so that it is the same bytes for every reader. */
export function frame({ event, id, data }: { event?: string; id?: number; data: string }): Buffer {
  const lines = `${event ? `event: ${event}\n` : ''}${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
  return chunk(lines)
}

function chunk(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
}

/** Says nothing, and keeps the connection alive. */
export const comment = (text: string): Buffer => chunk(`:${text}\n\n`)

const HEARTBEAT = comment('')
const END = '0\r\n\r\n'

/**
 * Open streams. A change is turned into bytes once per channel and written to all its readers; who does not read is
 * cut off, and comes back for what it missed.
 */
export function createStreams(app: FastifyInstance, store: Store, options: StreamOptions = {}): Streams {
  const { most = 20_000, heartbeatMs = 20_000, mostUnread = 1_048_576 } = options
  const { mostStarting = 268_435_456, stuckMs = 30_000 } = options
  const channels = new Map<string, Open>()
  const byToken = new Map<string, Set<Stream>>()
  let count = 0
  let starting = 0
  let work = Promise.resolve()

  const forget = (stream: Stream) => {
    const channel = channels.get(stream.channel)
    if (!channel?.streams.delete(stream)) return
    count -= 1
    if (channel.streams.size === 0) channels.delete(stream.channel)
    const siblings = byToken.get(stream.token)
    siblings?.delete(stream)
    if (siblings?.size === 0) byToken.delete(stream.token)
  }
  const end = ({ socket }: Stream) => socket.end(END)
  const write = (stream: Stream, bytes: Buffer) => {
    const { socket } = stream
    // A long first message may still be on its way; it is not the reader's fault.
    if (socket.writableLength > mostUnread && stuckFor(stream) > stuckMs) socket.destroy()
    else socket.write(bytes)
  }
  /** In turns, so that polls are answered in between. Messages keep their order. */
  const inTurns = (streams: Iterable<Stream>, visit: (stream: Stream) => void) => {
    work = work.then(async () => {
      let turn = 0
      for (const stream of streams) {
        visit(stream)
        if (++turn % BATCH === 0) await new Promise(setImmediate)
      }
    })
  }
  const publish = (applied: Applied) => {
    for (const channel of channels.values()) {
      const message = channel.message(applied)
      if (message) inTurns(channel.streams, (stream) => write(stream, message))
    }
    for (const digest of applied.tokens) for (const stream of byToken.get(digest) ?? []) end(stream)
  }
  const beat = () => {
    const now = Date.now()
    for (const { streams } of channels.values()) {
      inTurns(streams, (stream) => {
        const token = store.tokenByDigest(stream.token)
        if (!token || token.expires <= now) end(stream)
        else write(stream, HEARTBEAT)
      })
    }
  }
  const stopListening = store.listen(publish)
  const heart = setInterval(beat, heartbeatMs).unref()
  const close = async () => {
    stopListening()
    clearInterval(heart)
    await work
    for (const { streams } of channels.values()) for (const stream of streams) end(stream)
  }
  app.addHook('preClose', close)
  return {
    get count() {
      return count
    },
    open(reply, channel, { token, first, reader }) {
      const { socket } = reply.raw
      if (!socket) return
      // SDKs change to polling at once on 429, and try again on 503.
      if (count >= most) return refuse(reply, 429, 30)
      if (starting > mostStarting) return refuse(reply, 503, 2)
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
      const stream = { socket, token: token.digest, channel: channel.key, stuckSince: 0, reader }
      const known = channels.get(channel.key)
      if (known) known.streams.add(stream)
      else channels.set(channel.key, { ...channel, streams: new Set([stream]) })
      byToken.set(token.digest, (byToken.get(token.digest) ?? new Set()).add(stream))
      count += 1
      socket.once('close', () => forget(stream))
      starting += first.length
      socket.write(first, () => {
        starting -= first.length
      })
    },
    *readers() {
      for (const { streams } of channels.values())
        for (const { reader, socket } of streams)
          if (reader) yield { ...reader, unread: socket.writableLength > 0 }
    },
    close,
  }
}

/** How long it has not been able to take all that was written, in milliseconds. */
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

/** Spread out, so that those who were sent away do not all come back at once. */
function refuse(reply: FastifyReply, status: number, seconds: number) {
  const after = Math.ceil(seconds * (1 + 2 * Math.random()))
  void reply
    .code(status)
    .header('retry-after', String(after))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: `Too many streams are open. Poll, or try again in ${after} seconds.` }))
}
