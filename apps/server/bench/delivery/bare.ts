/**
 * The bare engine: `node:http` with ready bytes, and nothing but the comparison of tags. No server on Node can answer
 * faster, so it is what ours is held against. Reads its answers from the standard input, says when it listens.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

export type Ready = {
  port: number
  etag: string | undefined
  full: { headers: string[]; body: string }
  notModified: { headers: string[] }
}

const { port, etag, full, notModified } = JSON.parse(readFileSync(0, 'utf8')) as Ready
const body = Buffer.from(full.body, 'base64')

createServer((request, response) => {
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, notModified.headers)
    response.end()
  } else {
    response.writeHead(200, full.headers)
    response.end(body)
  }
}).listen(port, '127.0.0.1', () => process.stdout.write('listening\n'))
