import { expect, test } from 'vitest'
import { flagDocument, flagRow, storedRow } from '../test/rows.ts'
import { createStore, type DocumentRow, hydration, pack } from './index.ts'
import { START } from './marks.ts'

const rule = (segments: number[]) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '50' },
  constraints: [],
  variants: [],
  segments,
})
const segment: DocumentRow = {
  kind: 'segment',
  environment: 'development',
  name: '1',
  doc: { id: 1, name: 'staff', constraints: [] },
}
const rows: DocumentRow[] = [
  segment,
  flagRow('*', flagDocument('plain', { enabled: false })),
  flagRow('development', flagDocument('ruled', { strategies: [rule([1]), rule([])] }), [['team', 'shop']]),
  flagRow('development', flagDocument('off', { enabled: false, released: true, valueType: 'string' })),
  flagRow(
    'development',
    flagDocument('child', {
      dependencies: [{ feature: 'plain', enabled: false, variants: ['kept although it is not sent'] }],
    }),
  ),
].map((row) => ({ ...row, revision: 1 }))

function load(some: DocumentRow[]) {
  const store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  store.apply({ ...START, revision: 1, epoch: '1', complete: true, rows: some, heads: [], knownAt: 1 })
  return store
}

test('a packed load has every document, and serves the same', () => {
  const [plain, packed] = [load(rows), load(rows.map(storedRow).map(pack))]
  const query = { environment: 'development', projects: '*' as const }
  expect(packed.dump()).toEqual(plain.dump())
  expect(hydration(packed, query)).toEqual(hydration(plain, query))
  expect(packed.digests()).toEqual(plain.digests())
  const docOf = (name: string) => rows.find((row) => row.name === name)?.doc
  for (const name of ['ruled', 'off', 'child'])
    expect(packed.held({ kind: 'flag', environment: 'development', name })?.doc).toEqual(docOf(name))
  expect([...packed.environment('development').ruleset.flags.keys()].sort()).toEqual(
    packed.names('development'),
  )
})

test('flags are compiled at the first evaluation, and follow changes from then on', () => {
  const store = load(rows.map(storedRow).map(pack))
  const { ruleset } = store.environment('development')
  const set = (enabled: boolean) =>
    store.apply({
      ...START,
      revision: store.revision + 1,
      epoch: '1',
      complete: false,
      rows: [flagRow('development', flagDocument('plain', { enabled }))],
      heads: [],
    })
  for (const enabled of [true, false]) {
    set(enabled)
    expect(ruleset.flags.get('plain')?.enabled).toBe(enabled)
  }
  expect(store.environment('development').ruleset).toBe(ruleset)
})

test.each([
  ['no rules', { strategies: undefined }],
  ['a rule that is not one', { strategies: [null] }],
  ['a condition that is not one', { strategies: [{ ...rule([]), constraints: ['NO'] }] }],
])('a flag with %s is quarantined, packed or not', (_what, damage) => {
  const damaged = flagRow('development', { ...flagDocument('plain'), ...damage } as never)
  for (const row of [damaged, pack(storedRow(damaged))]) {
    const store = load([...rows.map(storedRow).map(pack), { ...row, revision: 1 } as DocumentRow])
    expect([...store.quarantine.keys()]).toEqual(['development plain'])
    expect(store.names('development')).toContain('plain')
  }
})
