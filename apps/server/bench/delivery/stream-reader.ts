import { get, type IncomingMessage } from 'node:http'
import { now } from './clock.ts'
import type { Site } from './site.ts'

export type StreamReader = {
  /** When the next change came in. */
  next(): Promise<number>
  close(): void
}

/** An SDK that streams, as far as the time of its messages goes. */
export async function openStream({ url, backend }: Site): Promise<StreamReader> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${url}/api/client/streaming`, { headers: { authorization: backend }, agent: false }, resolve).once(
      'error',
      reject,
    ),
  )
  if (response.statusCode !== 200) throw new Error(`the stream was answered ${response.statusCode}`)
  const came: number[] = []
  let wake = () => {}
  let rest = ''
  let started = () => {}
  const hydrated = new Promise<void>((resolve) => {
    started = resolve
  })
  response.setEncoding('utf8').on('error', () => {})
  response.on('data', (text: string) => {
    const at = now()
    const messages = (rest + text).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      if (message.startsWith('event: unleash-updated')) came.push(at)
      else started()
    }
    wake()
  })
  await hydrated
  return {
    async next() {
      for (;;) {
        const first = came.shift()
        if (first !== undefined) return first
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    close: () => response.destroy(),
  }
}
