import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flagDocument, flagRow } from '../test/rows.ts'
import { type DeltaQuery, deltaSince, hydration } from './delta.ts'
import type { DocumentRow, Head } from './documents.ts'
import { createStore, type Store } from './store.ts'

const PROJECTS = ['shop', 'search']
const NAMES = ['a', 'b', 'c', 'd']
const ENVIRONMENTS = ['development', 'production']

const flag = (name: string, project: string, on: boolean, segments: number[]) =>
  flagDocument(name, {
    project,
    enabled: on,
    strategies: on ? [{ name: 'default', parameters: {}, constraints: [], variants: [], segments }] : [],
  })
const goneRow = (environment: string, name: string): DocumentRow => ({
  kind: 'flag',
  environment,
  name,
  doc: null,
  meta: { tags: [], rules: [] },
})
const segmentRow = (environment: string, id: number, values: string[]): DocumentRow => ({
  kind: 'segment',
  environment,
  name: String(id),
  doc: {
    id,
    name: `segment-${id}`,
    constraints: [{ contextName: 'userId', operator: 'IN', values, inverted: false, caseInsensitive: false }],
  },
})
const open = () => {
  const store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  store.apply({ revision: 0, epoch: 1, complete: true, rows: [], heads: [] })
  return store
}

/** A random change, as the control plane would publish it. */
const step = fc.record({
  kind: fc.constantFrom('set', 'remove', 'segment'),
  name: fc.constantFrom(...NAMES),
  environment: fc.constantFrom(...ENVIRONMENTS),
  project: fc.constantFrom(...PROJECTS),
  on: fc.boolean(),
  segments: fc.uniqueArray(fc.constantFrom(1, 2), { maxLength: 2 }),
  values: fc.array(fc.constantFrom('7', '8', '9'), { maxLength: 2 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function rowsOf(
  store: Store,
  { kind, name, environment, project, on, segments, values }: Step,
): DocumentRow[] {
  if (kind === 'segment') return [segmentRow(environment, segments[0] ?? 1, values)]
  if (kind === 'remove') return ['*', ...ENVIRONMENTS].map((where) => goneRow(where, name))
  const present = segments.filter((id) => store.environment(environment).segments.has(id))
  const elsewhere = ENVIRONMENTS.filter(
    (other) => other !== environment && store.environment(other).own.has(name),
  )
  return [
    flagRow('*', flag(name, project, false, [])),
    ...elsewhere.map((where) => flagRow(where, flag(name, project, true, []))),
    flagRow(environment, flag(name, project, on, present)),
  ]
}

function apply(store: Store, change: Step) {
  const revision = store.revision + 1
  const before = store.piece(change.environment, change.name)?.project
  const projects =
    change.kind === 'segment' ? PROJECTS : [change.project, ...(before === undefined ? [] : [before])]
  const heads: Head[] = ['*', ...ENVIRONMENTS].flatMap((environment) =>
    projects.map((project) => ({ environment, project, revision })),
  )
  store.apply({ revision, epoch: 1, complete: false, rows: rowsOf(store, change), heads })
}

type State = { flags: Map<string, unknown>; segments: Map<number, unknown> }

/** What an SDK does with the events it is sent. */
function follow(state: State, text: string) {
  for (const event of JSON.parse(text).events) {
    if (event.type === 'hydration') {
      state.flags = new Map(event.features.map((one: { name: string }) => [one.name, one]))
      state.segments = new Map(event.segments.map((one: { id: number }) => [one.id, one]))
    } else if (event.type === 'feature-updated') {
      for (const rule of event.feature.strategies)
        for (const id of rule.segments ?? []) expect(state.segments.has(id), `segment ${id} first`).toBe(true)
      state.flags.set(event.feature.name, event.feature)
    } else if (event.type === 'feature-removed') state.flags.delete(event.featureName)
    else if (event.type === 'segment-updated') state.segments.set(event.segment.id, event.segment)
    else if (event.type === 'segment-removed') state.segments.delete(event.segmentId)
  }
}
const seen = (store: Store, query: DeltaQuery): State => {
  const state: State = { flags: new Map(), segments: new Map() }
  follow(state, hydration(store, query).text)
  return state
}

test('deltas from any revision lead to what a fresh start gives', () => {
  const queries: DeltaQuery[] = [
    { environment: 'development', projects: '*' },
    { environment: 'development', projects: ['shop'] },
    { environment: 'production', projects: ['search'] },
    { environment: 'production', projects: '*', namePrefix: 'a' },
  ]
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), fc.nat(), (steps, at) => {
      const store = open()
      const from = at % steps.length
      for (const change of steps.slice(0, from)) apply(store, change)
      const readers = queries.map((query) => ({ query, state: seen(store, query), revision: store.revision }))
      for (const change of steps.slice(from)) apply(store, change)
      for (const { query, state, revision } of readers) {
        const delta = deltaSince(store, query, revision)
        if (delta) follow(state, delta.text)
        const fresh = seen(store, query)
        expect(state.flags).toEqual(fresh.flags)
        for (const [id, segment] of fresh.segments) expect(state.segments.get(id)).toEqual(segment)
      }
    }),
    { numRuns: 300 },
  )
})

test('however often a flag was changed, it is sent once', () => {
  const store = open()
  const change = {
    kind: 'set',
    name: 'a',
    environment: 'development',
    project: 'shop',
    segments: [],
    values: [],
  }
  for (let times = 0; times < 5; times++) apply(store, { ...change, on: times % 2 === 0 })
  const delta = deltaSince(store, { environment: 'development', projects: '*' }, 1)
  expect(JSON.parse(delta?.text ?? '').events).toHaveLength(1)
  expect(delta?.revision).toBe(5)
})

test('who is up to date is sent nothing, and who knows nothing everything', () => {
  const store = open()
  const query: DeltaQuery = { environment: 'development', projects: ['shop'] }
  const base = { environment: 'development', on: true, segments: [], values: [] }
  apply(store, { ...base, kind: 'set', name: 'a', project: 'shop' })
  apply(store, { ...base, kind: 'set', name: 'b', project: 'search' })
  expect(deltaSince(store, query, 1)).toBeUndefined()
  expect(hydration(store, query).revision).toBe(1)
  expect(seen(store, query).flags.size).toBe(1)
})

test('a reload tells only what is different', () => {
  const store = open()
  const base = { environment: 'development', on: true, segments: [], values: [], project: 'shop' }
  for (const name of NAMES) apply(store, { ...base, kind: 'set', name })
  const told: number[] = []
  store.listen(({ touches }) => told.push([...touches.values()].flat().length))
  const rows = NAMES.slice(1).flatMap((name) => [
    flagRow('*', flag(name, 'shop', false, [])),
    flagRow('development', flag(name, 'shop', true, [])),
  ])
  const heads = [{ environment: 'development', project: 'shop', revision: 9 }]
  store.apply({ revision: 9, epoch: 1, complete: true, rows, heads })
  // The flag that is gone, in its environment and by default.
  expect(told).toEqual([2])
})
