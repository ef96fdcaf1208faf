import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { flagDocument, flagRow, tokenRow } from '../test/rows.ts'
import { compress } from './encodings.ts'
import { createStore } from './index.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { START } from './marks.ts'
import { togglesFor } from './toggles.ts'

const TOKEN = '*:development.frontend'
const FLAGS = 30

/** Each user has other flags that are on. */
const store = createStore({ regex: () => undefined }, { origins: ['*'], enabled: true })
const half = (name: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: name },
  constraints: [],
  variants: [],
  segments: [],
})
const names = Array.from({ length: FLAGS }, (_, index) => `a-flag-with-a-name-${index}`)
store.apply({
  revision: 1,
  epoch: '1',
  hash: START.hash,
  complete: false,
  rows: [
    tokenRow(TOKEN, { type: 'frontend' }),
    ...names.map((name) =>
      flagRow('development', flagDocument(name, { enabled: true, strategies: [half(name)] })),
    ),
  ],
  heads: [],
})

const asking = (answers: ReturnType<typeof createKeptAnswers>) => (userId: string, accept?: string) => {
  const token = store.token(TOKEN)
  if (!token) throw new Error('the token is not known')
  const toggles = togglesFor(store, token, { userId })
  const tag = toggles.tag()
  const kept = answers.find(token.environment, tag, accept)
  if (kept) return kept
  const bytes = toggles.body()
  answers.sent(token.environment, toggles, { tag, bytes })
  return { bytes, encoding: 'identity' }
}

test('a body is kept when it is sent for the second time', () => {
  const answers = createKeptAnswers()
  const ask = asking(answers)
  const first = ask('1')
  expect(answers.count).toBe(0)
  expect(ask('1').bytes).toEqual(first.bytes)
  expect(answers.count).toBe(1)
  expect(ask('1').bytes).toBe(ask('1').bytes)
  ask('2')
  expect(answers.count).toBe(1)
})

test('a body that is sent again is compressed, and nobody waits for it', async () => {
  const answers = createKeptAnswers()
  const ask = asking(answers)
  const sent = [1, 2, 3].map(() => ask('1', 'gzip, deflate'))
  expect(sent.map(({ encoding }) => encoding)).toEqual(['identity', 'identity', 'identity'])
  const before = answers.bytes
  await vi.waitUntil(() => ask('1', 'gzip').encoding === 'gzip')
  const { bytes } = ask('1', 'gzip')
  expect(gunzipSync(bytes)).toEqual(sent[0]?.bytes)
  expect(answers.bytes).toBe(before + bytes.length)
  expect(bytes.buffer.byteLength).toBe(bytes.length)
  expect(ask('1').encoding).toBe('identity')
  expect(ask('1', 'gzip;q=0').encoding).toBe('identity')
})

test('at most two bodies are compressed at a time, and a failed compression is tried again', async () => {
  const started: PromiseWithResolvers<void>[] = []
  const answers = createKeptAnswers({
    compress: async (body, encoding) => {
      const turn = Promise.withResolvers<void>()
      started.push(turn)
      await turn.promise
      return compress(body, encoding)
    },
  })
  const ask = asking(answers)
  for (const user of ['1', '2', '3', '1', '2', '3', '1', '2', '3']) ask(user, 'gzip')
  expect(started).toHaveLength(2)
  started[0]?.reject(new Error('no memory'))
  started[1]?.resolve()
  await vi.waitUntil(() => ask('2', 'gzip').encoding === 'gzip')
  ask('1', 'gzip')
  expect(started).toHaveLength(3)
})

test('kept bodies stay within the limit, and those in use stay', () => {
  const mostBytes = 200_000
  const answers = createKeptAnswers({ mostBytes })
  const ask = asking(answers)
  for (const turn of [1, 2, 3]) ask('popular', turn === 3 ? 'identity' : undefined)
  const { bytes } = ask('popular')
  for (let user = 0; user < 2_000; user++) {
    ask(`${user}`)
    ask(`${user}`)
    expect(answers.bytes).toBeLessThanOrEqual(mostBytes)
    if (user % 10 === 0) expect(ask('popular').bytes).toBe(bytes)
  }
  expect(answers.count).toBeGreaterThan(20)
  expect(answers.bytes).toBeGreaterThan(mostBytes / 2)
})

test('a small body does not keep the buffer that it was part of', () => {
  const answers = createKeptAnswers()
  const ask = asking(answers)
  for (let turn = 0; turn < 3; turn++) ask('1')
  const { bytes } = ask('1')
  expect(bytes.buffer.byteLength).toBe(bytes.length)
})

test('a body larger than the limit is not kept', () => {
  const answers = createKeptAnswers({ mostBytes: 100 })
  const ask = asking(answers)
  const sent = [1, 2, 3].map(() => ask('1').bytes)
  expect(new Set(sent.map(String)).size).toBe(1)
  expect([answers.count, answers.bytes]).toEqual([0, 0])
})
