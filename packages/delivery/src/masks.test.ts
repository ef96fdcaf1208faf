import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flagDocument, flagRow } from '../test/rows.ts'
import { deltaSince, hydration } from './delta.ts'
import type { Touch } from './journal.ts'
import { type Mark, toMark } from './marks.ts'
import type { Mask } from './masks.ts'
import { createStore, type Store } from './store.ts'

const NAMES = ['a', 'b', 'c']
const ENVIRONMENTS = ['development', 'production']
const hashOf = (revision: number) => revision.toString(16).padStart(8, '0')

function open(): Store {
  const store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  store.apply({ revision: 0, hash: hashOf(0), epoch: '1', complete: true, rows: [], heads: [] })
  return store
}
function set(store: Store, environment: string, name: string, enabled: boolean) {
  const revision = store.revision + 1
  const head = { environment, project: 'shop', revision, hash: hashOf(revision) }
  const doc = flagDocument(name, { project: 'shop', enabled })
  store.apply({ ...head, epoch: '1', complete: false, rows: [flagRow(environment, doc)], heads: [head] })
}
const mask = (environment: string, flag: string): Mask => ({
  environment,
  flag,
  id: `${environment} ${flag}`,
})

type Served = Map<string, boolean>
const apply = (served: Served, text: string) => {
  for (const event of JSON.parse(text).events) {
    if (event.type === 'hydration') served.clear()
    for (const { name, enabled } of event.features ?? [event.feature]) served.set(name, enabled)
  }
}
const servedBy = (store: Store, environment: string): Served => {
  const served: Served = new Map()
  apply(served, hydration(store, { environment, projects: '*' }).text)
  return served
}

const place = { environment: fc.constantFrom(...ENVIRONMENTS), name: fc.constantFrom(...NAMES) }
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('set' as const), ...place, on: fc.boolean() }),
    fc.record({
      kind: fc.constant('mask' as const),
      masked: fc.uniqueArray(fc.record(place), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('reload' as const) }),
  ),
  { maxLength: 25 },
)

test('clients with any earlier state learn what is masked, and what no longer is', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const store = open()
      const published = new Map(ENVIRONMENTS.map((environment) => [environment, new Map<string, boolean>()]))
      const touches: (Touch & { environment: string })[] = []
      const readers: { environment: string; mark: Mark; served: Served }[] = []
      for (const step of all) {
        if (step.kind === 'set') {
          set(store, step.environment, step.name, step.on)
          published.get(step.environment)?.set(step.name, step.on)
          const { environment, name } = step
          const { revision } = store
          touches.push({ environment, kind: 'flag', name, revision, hash: hashOf(revision) })
        } else if (step.kind === 'mask')
          store.mask(step.masked.map(({ environment, name }) => mask(environment, name)))
        else store.apply({ ...store.dump(), recent: { above: 0, touches } })
        for (const environment of ENVIRONMENTS) {
          const isMasked = (name: string) =>
            store.masks.some((one) => one.environment === environment && one.flag === name)
          const wanted = [...(published.get(environment) ?? [])].map(([name, on]): [string, boolean] => [
            name,
            on && !isMasked(name),
          ])
          const served = servedBy(store, environment)
          expect(served).toEqual(new Map(wanted))
          readers.push({ environment, served, mark: store.head(environment, '*') })
        }
      }
      for (const { environment, mark, served } of readers) {
        const delta = deltaSince(store, { environment, projects: '*' }, mark)
        if (delta) apply(served, delta.text)
        expect(served).toEqual(servedBy(store, environment))
      }
    }),
    { numRuns: 500 },
  )
})

test('a mask is not stored, and streams are sent only the flag', () => {
  const store = open()
  set(store, 'production', 'a', true)
  set(store, 'production', 'b', true)
  const before = store.dump()
  const touched: unknown[] = []
  store.listen(({ touches }) => touched.push(...[...touches.values()].flat().map(({ name }) => name)))
  store.mask([mask('production', 'a')])
  expect(touched).toEqual(['a'])
  expect(store.dump()).toEqual(before)
  expect(store.held({ kind: 'flag', environment: 'production', name: 'a' })?.doc).toMatchObject({
    enabled: true,
  })
  expect(store.head('production', '*')).toBe(store.head('production', '*'))
  expect(store.head('production', '*')).not.toEqual(toMark(2, hashOf(2)))
  expect(store.head('development', '*').revision).toBe(0)
  store.mask([])
  expect(store.head('production', '*')).toEqual(toMark(2, hashOf(2)))
})
