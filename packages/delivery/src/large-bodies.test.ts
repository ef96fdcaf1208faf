import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readLargeBodies } from './large-bodies.ts'

test.each(['close', 'keep-alive'])(
  'a client that sends its whole body before it reads gets the reason (%s)',
  async (connection) => {
    const app = Fastify({ bodyLimit: 1_000 })
    readLargeBodies(app)
    app.post('/', () => ({}))
    await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    const body = Buffer.alloc(8_000_000, '1')
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const head = `POST / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-type: application/json\r\n`
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.write(`${head}content-length: ${body.length}\r\n\r\n`)
      socket.write(body, () => resolve())
    })
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /)
  },
)
