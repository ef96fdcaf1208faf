export type ServerEvent = { event: string; data: string; id: string | undefined }

/** Reads server-sent events from a response. Comments, which keep the connection open, are left out. */
export async function* eventsIn(response: Response): AsyncGenerator<ServerEvent> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line): [string, string] => fieldOf(line)))
      const data = fields.get('data')
      if (data !== undefined) yield { event: fields.get('event') ?? 'message', data, id: fields.get('id') }
    }
  }
}

const fieldOf = (line: string): [string, string] => {
  const at = line.indexOf(':')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trimStart()]
}
