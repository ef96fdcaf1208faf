export type Message = { event: string; id: string | undefined; data: string }

/** Reads server-sent events from pieces of text, however they were cut. `onAlive` is told of comments too. */
export function createReader(onMessage: (message: Message) => void) {
  let rest = ''
  return (piece: string) => {
    rest += piece
    for (;;) {
      const end = /\r?\n\r?\n/.exec(rest)
      if (!end) return
      const block = rest.slice(0, end.index)
      rest = rest.slice(end.index + end[0].length)
      const message = parse(block)
      if (message) onMessage(message)
    }
  }
}

function parse(block: string): Message | undefined {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
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
