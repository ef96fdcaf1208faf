/**
 * Counts the answers in what a connection receives. Bodies are skipped, not kept: the load must cost less than the
 * server it measures.
 */
export function readAnswers(onAnswer: (status: number) => void): (bytes: Buffer) => void {
  let rest: Buffer | undefined
  let status = 0
  let skip = 0
  let chunked = false

  const keep = (bytes: Buffer, at: number) => {
    rest = Buffer.from(bytes.subarray(at)) // The buffer is used again for the next read.
  }
  return (received) => {
    const bytes = rest ? Buffer.concat([rest, received]) : received
    rest = undefined
    let at = 0
    while (at < bytes.length) {
      if (skip > 0) {
        const step = Math.min(skip, bytes.length - at)
        skip -= step
        at += step
        if (skip === 0 && !chunked) onAnswer(status)
      } else if (chunked) {
        const end = bytes.indexOf('\n', at)
        if (end < 0) return keep(bytes, at)
        const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
        chunked = size > 0
        skip = size + 2
        at = end + 1
      } else {
        const end = bytes.indexOf('\r\n\r\n', at)
        if (end < 0) return keep(bytes, at)
        const head = bytes.toString('latin1', at, end)
        status = Number(head.slice(9, 12))
        chunked = /\r\ntransfer-encoding: *chunked/i.test(head)
        skip = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
        at = end + 4
        if (skip === 0 && !chunked) onAnswer(status)
      }
    }
  }
}
