import { connect } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

/** Sends `count` requests over some connections, one after the other on each. */
export async function load(
  port: number,
  { count, connections, toRequest }: { count: number; connections: number; toRequest: () => string },
) {
  let left = count
  const next = () => (left-- > 0 ? toRequest() : undefined)
  await Promise.all(Array.from({ length: connections }, () => runConnection(port, next)))
}

function runConnection(port: number, next: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    let head = Buffer.alloc(0)
    let missing = -1
    const send = () => {
      const request = next()
      if (request === undefined) {
        socket.end()
        resolve()
      } else socket.write(request)
    }
    socket.once('connect', send).once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing >= 0) missing -= chunk.length
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        const length = /content-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1]
        if (!head.includes('200 OK') || length === undefined) return reject(new Error(String(head)))
        missing = Number(length) - (head.length - end - HEAD_END.length)
      }
      if (missing > 0) return
      missing = -1
      head = Buffer.alloc(0)
      send()
    })
  })
}
