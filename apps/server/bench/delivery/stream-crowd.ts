/**
 * A process that holds many streams open, from several loopback addresses. Reads its plan from the standard input,
 * says when all are open, and when the last has been told of a change.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { now } from './clock.ts'

export type Crowd = { port: number; token: string; streams: number }
export type Opened = { open: number; refused: number }
export type Told = { told: number; last: number }

const PER_ADDRESS = 1_000
const AT_ONCE = 100

const { port, token, streams } = JSON.parse(readFileSync(0, 'utf8')) as Crowd
const request = `GET /api/client/streaming HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${token}\r\n\r\n`
const shared = Buffer.allocUnsafe(256 * 1024)
const END = Buffer.from('\n\n\r\n')
let [next, open, refused, told] = [0, 0, 0, 0]

const say = (what: Opened | Told) => process.stdout.write(`${JSON.stringify(what)}\n`)

function start(number: number) {
  let isOpen = false
  let isTold = false
  const read = (bytes: Buffer) => {
    if (!isOpen) {
      if (
        bytes.toString('latin1', 0, 12) === 'HTTP/1.1 503' ||
        bytes.toString('latin1', 0, 12) === 'HTTP/1.1 429'
      ) {
        refused += 1
        socket.destroy()
        setTimeout(() => start(number), 500)
      } else if (bytes.subarray(-END.length).equals(END)) {
        isOpen = true
        opened()
      }
    } else if (!isTold && bytes.includes('unleash-updated')) {
      isTold = true
      told += 1
      if (told === streams) say({ told, last: now() })
    }
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: `127.0.0.${2 + Math.floor(number / PER_ADDRESS)}`,
    onread: {
      buffer: shared,
      callback(length, buffer) {
        read((buffer as Buffer).subarray(0, length))
        return true
      },
    },
  })
  socket.on('error', (error) => console.error(`a stream broke: ${error.message}`))
  socket.write(request)
}

function opened() {
  open += 1
  if (open === streams) say({ open, refused })
  else if (next < streams) start(next++)
}

while (next < Math.min(AT_ONCE, streams)) start(next++)
