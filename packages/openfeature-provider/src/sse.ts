/** One server-sent event; comments, which keep the connection alive, have no data. */
export type Message = { readonly id: string; readonly data: string }

/** The server-sent events of a response. `onBytes` is called whenever something arrives. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<Message> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      yield* blocks.map(parse)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parse(block: string): Message {
  let id = ''
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
  return { id, data: data.join('\n') }
}
