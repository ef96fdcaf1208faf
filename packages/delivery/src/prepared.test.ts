import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { DocumentRow, FlagDocument } from './documents.ts'
import { prepareFrontends } from './prepared.ts'
import { linearRegex } from './regex.ts'
import { createStore, type Token } from './store.ts'
import { togglesFor } from './toggles.ts'

const FLAGS = 3_000
const flag = (name: string, enabled = true): DocumentRow & { doc: FlagDocument } => ({
  kind: 'flag',
  environment: 'production',
  name,
  meta: { tags: [], rules: [] },
  doc: {
    name,
    type: 'release',
    project: 'default',
    stale: false,
    description: null,
    impressionData: false,
    enabled,
    variants: [],
    dependencies: [],
    strategies: [
      {
        name: 'flexibleRollout',
        parameters: { rollout: '100', stickiness: 'default', groupId: name },
        constraints: [{ contextName: 'country', operator: 'IN', values: ['de', name] }],
        variants: [],
        segments: [],
      },
    ],
  },
})
const token = (environment: string, type = 'frontend'): DocumentRow => ({
  kind: 'token',
  environment,
  name: `${type} ${environment}`,
  doc: { type, environment, projects: ['*'], name: '', expiresAt: null },
})
const at = { revision: 1, hash: 'abcdef12', epoch: 'one', heads: [] }

function openStore(more: DocumentRow[] = []) {
  const store = createStore({ regex: linearRegex }, { origins: [], enabled: true })
  const rows = [...Array.from({ length: FLAGS }, (_, index) => flag(`flag-${index}`)), ...more]
  store.apply({ ...at, complete: true, rows })
  return store
}

const served = (store: ReturnType<typeof openStore>) => {
  const holder: Token = {
    ...{ type: 'frontend', environment: 'production', projects: ['*'], name: '', expiresAt: null },
    expires: Number.POSITIVE_INFINITY,
    digest: 'one',
  }
  const toggles = togglesFor(store, holder, { userId: '7', properties: { country: 'de' } })
  const { toggles: list } = JSON.parse(toggles.body().toString()) as { toggles: { name: string }[] }
  return new Set(list.map(({ name }) => name))
}

test('an environment is compiled in slices, between which others are served', async () => {
  const environment = openStore().environment('production')
  let turns = 0
  let isDone = false
  const preparing = environment.prepare()?.then(() => {
    isDone = true
  })
  while (!isDone) {
    await turn()
    turns++
  }
  await preparing
  expect(turns).toBeGreaterThan(2)
  expect(environment.prepare()).toBeUndefined()
})

test('changes in the meantime are in the result, and so is an evaluation that could not wait', async () => {
  const store = openStore()
  const preparing = store.environment('production').prepare()
  await turn()
  store.apply({
    ...at,
    revision: 2,
    complete: false,
    rows: [
      flag('flag-0', false),
      flag(`flag-${FLAGS - 1}`, false),
      { ...flag('flag-1'), doc: null },
      flag('new'),
    ],
  })
  await preparing
  const expected = served(openStore())
  for (const name of ['flag-0', `flag-${FLAGS - 1}`, 'flag-1']) expected.delete(name)
  expect(served(store)).toEqual(expected.add('new'))
  const other = openStore()
  const waiting = other.environment('production').prepare()
  expect(served(other).size).toBe(FLAGS)
  await waiting
  expect(served(other).size).toBe(FLAGS)
})

test('environments with a frontend token are compiled after a load, and others are not', async () => {
  const store = openStore([token('production'), token('staging', 'backend')])
  const stop = prepareFrontends(store)
  await store.environment('production').prepare()
  expect(store.environment('production').prepare()).toBeUndefined()
  const staging = store.environment('staging').prepare()
  expect(staging).toBeInstanceOf(Promise)
  await staging
  // A full load replaces everything.
  store.apply({ ...at, revision: 3, complete: true, rows: [flag('one'), token('production')] })
  await store.environment('production').prepare()
  expect([...served(store)]).toEqual(['one'])
  stop()
})
