import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FuzzRequest } from './requests.ts'

export type FuzzAnswer = {
  status: number
  type: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Why there is no response. */
  dropped?: string
}

export const isProposal = ({ headers }: FuzzAnswer): boolean => headers['preference-applied'] === 'propose'

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request and returns the response. For a stream, the headers are enough. */
export async function play(base: string, asked: FuzzRequest): Promise<FuzzAnswer> {
  const first = await attempt(base, asked)
  // Retry once: a server may close an idle keep-alive connection at the moment it is reused.
  return first.reused && first.dropped === 'ECONNRESET' ? attempt(base, asked, false) : first
}

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  const decode = decoders[encoding as keyof typeof decoders]
  return decode ? decode(body) : body
}

const PATIENCE_MS = 60_000

function attempt(base: string, { method, path, headers, body }: FuzzRequest, keepAlive = true) {
  type Attempt = FuzzAnswer & { reused: boolean }
  return new Promise<Attempt>((resolve) => {
    const { hostname, port } = new URL(base)
    const length = body ? { 'content-length': String(body.length) } : {}
    const call = request({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: keepAlive && agent,
    })
    const lost = (reason: string) =>
      resolve({
        status: 0,
        type: '',
        headers: {},
        body: Buffer.alloc(0),
        dropped: reason,
        reused: call.reusedSocket,
      })
    call.once('error', (error) => lost((error as { code?: string }).code ?? error.message))
    call.setTimeout(PATIENCE_MS, () => call.destroy(new Error('no answer')))
    call.once('response', (response) => {
      const chunks: Buffer[] = []
      const type = response.headers['content-type'] ?? ''
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          type,
          headers: response.headers,
          body: decoded(Buffer.concat(chunks), response.headers['content-encoding']),
          reused: call.reusedSocket,
        })
      if (type.startsWith('text/event-stream')) {
        done()
        call.destroy()
        return
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', done)
      response.once('error', () => lost('the answer broke off'))
    })
    call.end(body)
  })
}
