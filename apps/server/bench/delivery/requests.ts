import { get } from 'node:http'
import { freePort } from '../../test/cluster/postgres.ts'
import type { Ready } from './bare.ts'
import { endChild, startChild } from './children.ts'
import { onServerCore } from './cores.ts'

/** A request as an SDK sends it, as bytes. */
export function toRequest(path: string, headers: Record<string, string>, body?: string): string {
  const all = {
    host: '127.0.0.1',
    connection: 'keep-alive',
    'user-agent': 'bench',
    'unleash-appname': 'bench',
    'unleash-instanceid': 'bench-1',
    accept: '*/*',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

type Answer = { status: number; headers: string[]; etag: string | undefined; body: Buffer }

/** What the engine adds by itself. */
const added = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const { rawHeaders: raw, statusCode: status = 0 } = response
      const kept = raw.flatMap((name, index) =>
        index % 2 === 0 && !added.has(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
      )
      resolve({ status, headers: kept, etag: response.headers.etag, body: Buffer.concat(chunks) })
    }).once('error', reject)
  })
}

/** The bare engine with the very answers of a server. */
export async function startBare(url: string, headers: Record<string, string>) {
  const full = await ask(url, headers)
  const notModified = await ask(url, { ...headers, 'if-none-match': full.etag ?? '' })
  const ready: Ready = {
    port: await freePort(),
    etag: full.etag,
    full: { headers: full.headers, body: full.body.toString('base64') },
    notModified: { headers: notModified.headers },
  }
  const child = startChild('bare.ts', ready, onServerCore)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  return { port: ready.port, pid: child.pid ?? 0, end: () => endChild(child) }
}
