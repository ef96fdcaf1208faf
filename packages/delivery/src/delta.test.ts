import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flagDocument, flagRow } from '../test/rows.ts'
import { type DeltaQuery, deltaSince, hydration } from './delta.ts'
import type { DocumentRow, Head } from './documents.ts'
import { HASH_DIGITS, type Mark, START, toMark } from './marks.ts'
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
  store.apply({ revision: 0, epoch: '1', hash: START.hash, complete: true, rows: [], heads: [] })
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

/** The hash at a revision; different histories have different hashes. */
const hashIn = (history: string, revision: number) =>
  hash('sha256', `${history} ${revision}`, 'hex').slice(0, HASH_DIGITS)

function apply(store: Store, change: Step, history = 'usual') {
  const revision = store.revision + 1
  const hash = hashIn(history, revision)
  const before = store.piece(change.environment, change.name)?.project
  const projects =
    change.kind === 'segment' ? PROJECTS : [change.project, ...(before === undefined ? [] : [before])]
  const heads: Head[] = ['*', ...ENVIRONMENTS].flatMap((environment) =>
    projects.map((project) => ({ environment, project, revision, hash })),
  )
  store.apply({ revision, epoch: '1', hash, complete: false, rows: rowsOf(store, change), heads })
}

type State = { flags: Map<string, unknown>; segments: Map<number, unknown> }

/** Applies events to a state as an SDK does. */
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

const queries: DeltaQuery[] = [
  { environment: 'development', projects: '*' },
  { environment: 'development', projects: ['shop'] },
  { environment: 'production', projects: ['search'] },
  { environment: 'production', projects: '*', namePrefix: 'a' },
]

test('deltas from any state lead to the same result as a full load', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), fc.nat(), (steps, at) => {
      const store = open()
      const from = at % steps.length
      for (const change of steps.slice(0, from)) apply(store, change)
      const readers = queries.map((query) => readerOf(store, query))
      for (const change of steps.slice(from)) apply(store, change)
      for (const reader of readers) expectCaughtUp(store, reader)
    }),
    { numRuns: 300 },
  )
})

type Reader = { query: DeltaQuery; state: State; mark: Mark }
const readerOf = (store: Store, query: DeltaQuery): Reader => ({
  query,
  state: seen(store, query),
  mark: store.head(query.environment, query.projects),
})

function expectCaughtUp(store: Store, { query, state, mark }: Reader) {
  const delta = deltaSince(store, query, mark)
  if (delta) follow(state, delta.text)
  const fresh = seen(store, query)
  expect(state.flags).toEqual(fresh.flags)
  for (const [id, segment] of fresh.segments) expect(state.segments.get(id)).toEqual(segment)
}

test('after a restore that lost changes, clients with any earlier state get the current one', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.array(step, { maxLength: 12 }),
      (shared, lost, instead) => {
        const [store, restored] = [open(), open()]
        const readers: Reader[] = []
        const remember = () => readers.push(...queries.map((query) => readerOf(store, query)))
        for (const change of shared) {
          apply(store, change)
          apply(restored, change)
          remember()
        }
        for (const change of lost) {
          apply(store, change, 'lost')
          remember()
        }
        for (const change of instead) apply(restored, change, 'instead')
        store.apply({ ...restored.dump(), restarted: true })
        for (const reader of readers) expectCaughtUp(store, reader)
        for (const change of instead) {
          apply(store, change, 'instead')
          for (const { mark } of readers.filter(({ mark }) => mark.hash === hashIn('lost', mark.revision)))
            for (const { environment, projects } of queries)
              expect(store.head(environment, projects).tag).not.toBe(mark.tag)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('a flag that changed several times is sent once', () => {
  const store = open()
  const change = {
    kind: 'set' as const,
    name: 'a',
    environment: 'development',
    project: 'shop',
    segments: [],
    values: [],
  }
  for (let times = 0; times < 5; times++) apply(store, { ...change, on: times % 2 === 0 })
  const first = toMark(1, hashIn('usual', 1))
  const delta = deltaSince(store, { environment: 'development', projects: '*' }, first)
  expect(JSON.parse(delta?.text ?? '').events).toHaveLength(1)
  expect(delta?.mark.revision).toBe(5)
})

test('a client that is up to date is sent nothing, and a client without state everything', () => {
  const store = open()
  const query: DeltaQuery = { environment: 'development', projects: ['shop'] }
  const base = { environment: 'development', on: true, segments: [], values: [] }
  apply(store, { ...base, kind: 'set', name: 'a', project: 'shop' })
  apply(store, { ...base, kind: 'set', name: 'b', project: 'search' })
  expect(deltaSince(store, query, toMark(1, hashIn('usual', 1)))).toBeUndefined()
  expect(hydration(store, query).mark.revision).toBe(1)
  expect(seen(store, query).flags.size).toBe(1)
})

test('a reload reports only differences', () => {
  const store = open()
  const base = { environment: 'development', on: true, segments: [], values: [], project: 'shop' }
  for (const name of NAMES) apply(store, { ...base, kind: 'set', name })
  const told: number[] = []
  store.listen(({ touches }) => told.push([...touches.values()].flat().length))
  const rows = NAMES.slice(1).flatMap((name) => [
    flagRow('*', flag(name, 'shop', false, [])),
    flagRow('development', flag(name, 'shop', true, [])),
  ])
  const heads = [{ environment: 'development', project: 'shop', revision: 9, hash: START.hash }]
  store.apply({ revision: 9, epoch: '1', hash: START.hash, complete: true, rows, heads })
  // The removed flag, in its environment and by default.
  expect(told).toEqual([2])
})
