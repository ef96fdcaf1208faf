import { beforeEach, expect, test } from 'vitest'
import { flagDocument, flagRow } from '../test/rows.ts'
import type { DocumentRow } from './documents.ts'
import { START } from './marks.ts'
import { createStore, type Store } from './store.ts'
import { viewDigest } from './view-digest.ts'

const make = (rows: DocumentRow[]): Store => {
  const store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  store.apply({ ...START, revision: 1, epoch: '1', complete: true, rows, heads: [] })
  return store
}
const rule = { name: 'default', parameters: {}, constraints: [], variants: [], segments: [1] }
const segment = (name: string): DocumentRow => ({
  kind: 'segment',
  environment: 'development',
  name: '1',
  doc: { id: 1, name, constraints: [] },
})
const flag = (name: string, more: object = {}) => flagRow('development', flagDocument(name, more))
const all = { environment: 'development', projects: '*' as const }
const reversed = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T
let digest: string

beforeEach(async () => {
  digest = await viewDigest(make([segment('staff'), flag('a', { strategies: [rule] }), flag('b')]), all)
})

test('the digest does not depend on the order of flags or fields', async () => {
  const doc = reversed(flagDocument('a', { strategies: [reversed(rule)] }))
  const other = make([flag('b'), flagRow('development', doc), segment('staff')])
  expect(await viewDigest(other, all)).toBe(digest)
})

test('the digest depends on flags, segments and projects', async () => {
  const others = [
    [segment('staff'), flag('a', { strategies: [rule] })],
    [segment('guests'), flag('a', { strategies: [rule] }), flag('b')],
    [segment('staff'), flag('a', { strategies: [rule] }), flag('b', { enabled: true, stale: true })],
  ]
  const digests = await Promise.all(others.map((rows) => viewDigest(make(rows), all)))
  expect(new Set([digest, ...digests]).size).toBe(4)
  const part = { environment: 'development', projects: ['elsewhere'] }
  expect(await viewDigest(make([flag('a')]), part)).toBe(await viewDigest(make([]), all))
})
