import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type Message = { id: string; event: string; data: Record<string, unknown> }
export type Stream = {
  status: number
  headers: IncomingHttpHeaders
  messages: Message[]
  /** Resolves with the messages once there are this many. */
  until(count: number): Promise<Message[]>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

const PATIENCE_MS = 60_000

export async function listen(http: FastifyInstance): Promise<string> {
  await http.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}

/** Reads server-sent events on a separate connection. */
export async function openStream(url: string, headers: Record<string, string>): Promise<Stream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers, agent: false }, resolve).once('error', reject),
  )
  const messages: Message[] = []
  const waiting = new Set<() => void>()
  const ended = new Promise<void>((resolve) => response.once('close', resolve))
  let rest = ''
  response.setEncoding('utf8').on('error', () => {})
  response.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    messages.push(...parts.flatMap(toMessage))
    for (const look of waiting) look()
  })
  const until = (count: number) =>
    new Promise<Message[]>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`only ${messages.length} of ${count}: ${JSON.stringify(messages)}`)),
        PATIENCE_MS,
      )
      const look = () => {
        if (messages.length < count) return
        clearTimeout(timer)
        waiting.delete(look)
        resolve(messages)
      }
      waiting.add(look)
      look()
    })
  const close = () => response.destroy()
  return { status: response.statusCode ?? 0, headers: response.headers, messages, until, ended, close }
}

function toMessage(text: string): Message[] {
  const fields = new Map(
    text
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [{ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) }]
}
