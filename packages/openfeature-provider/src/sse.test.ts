import { expect, test } from 'vitest'
import { type Message, readMessages } from './sse.ts'

async function read(...chunks: string[]): Promise<Message[]> {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  const found: Message[] = []
  for await (const message of readMessages(ReadableStream.from(bytes), () => {})) found.push(message)
  return found
}

test('messages are read however they are cut', async () => {
  const text = ':hello\n\nevent: unleash-updated\nid: 4-ab\ndata: {"a":\ndata: "ø"}\n\n'
  const expected = [
    { id: '', data: '' },
    { id: '4-ab', data: '{"a":\n"ø"}' },
  ]
  expect(await read(text)).toEqual(expected)
  expect(await read(...text)).toEqual(expected)
  expect(await read(text.replaceAll('\n', '\r\n'))).toEqual(expected)
})

test('a message without an end is not read', async () => {
  expect(await read('id: 4-ab\ndata: {}\n')).toEqual([])
})
