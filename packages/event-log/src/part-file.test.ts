import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chainHash, genesis, type LinkedEvent, payloadDigest, type StoredEvent } from './chain.ts'
import { checkPart, writePart } from './part-file.ts'

const stored = (revision: number): StoredEvent => ({
  revision,
  type: 'feature-created',
  createdAt: '2026-01-01T00:00:00.000Z',
  actorType: 'user',
  actorId: 1,
  actorName: 'Zoë 🚩',
  ip: null,
  project: 'default',
  environment: null,
  flag: `flag-${revision}`,
  tags: '[]',
  groupType: null,
  groupId: null,
  // Parsing and writing it again would change this text.
  data: '{ "b": 1.0,\t"1": -0, "text": "line\\u2028end" }',
  preData: null,
  via: null,
  client: null,
})

function chained(from: number, to: number, before = genesis): LinkedEvent[] {
  let hash = before
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const event = stored(from + index)
    const digest = payloadDigest(event)
    hash = chainHash(hash, event, digest)
    return { ...event, digest, hash }
  })
}

async function* of<T>(...items: T[]) {
  yield* items
}

async function textOf(pieces: AsyncIterable<string>) {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const events = chained(1, 5)
const start = { first: 1, last: 5, hashBefore: genesis }
const whole = await textOf(writePart(start, of(events.slice(0, 2), events.slice(2))))

/** In pieces that do not end where lines end. */
const check = (text: string) => checkPart(of(text.slice(0, 100), text.slice(100, 101), text.slice(101)))

test('a written file verifies, with the hash of its text', async () => {
  expect(await check(whole)).toEqual({
    first: 1,
    last: 5,
    events: 5,
    hashBefore: genesis.toString('hex'),
    lastHash: events[4]?.hash.toString('hex'),
    sha256: createHash('sha256').update(whole).digest('hex'),
  })
})

test('a part in the middle of the log starts with the hash of the event before it', async () => {
  const before = events[2]?.hash ?? genesis
  const text = await textOf(writePart({ first: 4, last: 5, hashBefore: before }, of(chained(4, 5, before))))
  expect(await check(text)).toMatchObject({ first: 4, events: 2, hashBefore: before.toString('hex') })
})

test('every event is one line, also for programs that know other ends of lines', async () => {
  const event = { ...stored(1), actorName: 'Zoë\u2028\u2029' }
  const digest = payloadDigest(event)
  const hash = chainHash(genesis, event, digest)
  const pages = of([{ ...event, digest, hash }])
  const text = await textOf(writePart({ first: 1, last: 1, hashBefore: genesis }, pages))
  expect(text.trimEnd().split(/\r\n|[\n\r\u2028\u2029]/)).toHaveLength(3)
  expect(await check(text)).toMatchObject({ events: 1 })
})

test.each([
  ['an event that was changed', (text: string) => text.replace('flag-3', 'flag-x'), 'The event 3 is missing'],
  ['a text that means the same', (text: string) => text.replace('1.0', '1'), 'The event 1 is missing'],
  ['a missing line', (text: string) => without(text, 2), 'The event 2 is missing'],
  ['a download that ended early', (text: string) => text.slice(0, text.length - 200), 'cannot be read'],
  ['a missing last line', (text: string) => without(text, 6), 'ends early, after 5 events'],
  ['another number of events', (text: string) => text.replace('"events":5', '"events":4'), 'ends early'],
  ['something after the end', (text: string) => `${text}{}\n`, 'goes on after'],
  ['another file', () => '{"version":1}\n', 'not a file of the event log'],
  ['no JSON', () => 'PK\u0003\u0004', 'not a file of the event log'],
  ['nothing', () => '', 'empty'],
])('%s is found', async (_what, change, message) => {
  await expect(check(change(whole))).rejects.toThrow(message)
})

test('an event that no longer verifies ends the file, which says where', async () => {
  const changed = events.map((event) => (event.revision === 4 ? { ...event, actorName: 'eve' } : event))
  const text = await textOf(writePart(start, of(changed)))
  expect(text.trimEnd().split('\n')).toHaveLength(5)
  await expect(check(text)).rejects.toThrow('The event 4 was missing or changed when the file was written.')
  const short = await textOf(writePart(start, of(events.slice(0, 3))))
  await expect(check(short)).rejects.toThrow('The event 4 was missing')
})

function without(text: string, line: number) {
  return text.split('\n').toSpliced(line, 1).join('\n')
}
