import { expect, test } from 'vitest'
import { flagDocument, flagRow, tokenRow } from '../test/rows.ts'
import { createStore } from './index.ts'
import { START } from './marks.ts'
import { togglesFor } from './toggles.ts'

const TOKEN = '*:development.frontend'

/** The toggles of a server that received these flags in this order. */
const served = (names: readonly string[]) => {
  const store = createStore({ regex: () => undefined }, { origins: ['*'], enabled: true })
  const apply = (revision: number, rows: Parameters<typeof store.apply>[0]['rows']) =>
    store.apply({ revision, epoch: '1', hash: START.hash, complete: false, rows, heads: [] })
  apply(1, [tokenRow(TOKEN, { type: 'frontend' })])
  for (const [index, name] of names.entries())
    apply(index + 2, [flagRow('development', flagDocument(name, { enabled: true, strategies: [] }))])
  const token = store.token(TOKEN)
  if (!token) throw new Error('the token is not known')
  return togglesFor(store, token, { userId: '7' })
}

test('the ETag does not depend on the order in which flags were received', () => {
  const [one, other] = [served(['alpha', 'beta', 'gamma']), served(['gamma', 'alpha', 'beta'])]
  expect(other.tag()).toBe(one.tag())
})

test('the ETag depends on which flags are on', () => {
  const tags = [[], ['alpha'], ['beta'], ['alpha', 'beta'], ['alpha', 'gamma']].map((names) =>
    served(names).tag(),
  )
  expect(new Set(tags).size).toBe(tags.length)
})

test.each([[[]], [['size']], [['größe', 'size', '😀']]])('the body is UTF-8: %j', (names) => {
  const { toggles } = JSON.parse(served(names).body().toString())
  expect(toggles.map(({ name }: { name: string }) => name)).toEqual(names)
})
