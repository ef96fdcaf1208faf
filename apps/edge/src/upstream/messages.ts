import { tooLong } from './upstream.ts'

export type Message = { event: string; id: string | undefined; data: string }

/**
 * Parses server-sent events from chunks of text. Each chunk is searched only once: searching a long message again with
 * every chunk would block the event loop. Throws if a message is too long.
 */
export function createReader(onMessage: (message: Message) => void, mostLength: number) {
  let lines: string[] = []
  let line = ''
  let length = 0
  const endLine = () => {
    const ended = line.endsWith('\r') ? line.slice(0, -1) : line
    line = ''
    if (ended !== '') return void lines.push(ended)
    const message = parse(lines)
    lines = []
    length = 0
    if (message) onMessage(message)
  }
  return (piece: string) => {
    for (const [at, part] of piece.split('\n').entries()) {
      if (at > 0) endLine()
      line += part
      length += part.length
      if (length > mostLength) throw tooLong(mostLength)
    }
  }
}

function parse(lines: readonly string[]): Message | undefined {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of lines) {
    if (line.startsWith(':')) continue
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { event, id, data: data.join('\n') } : undefined
}
