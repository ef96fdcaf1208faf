import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { compile } from '../delivery/index.ts'

const { app, as, db } = await testApp()
const project = '/api/admin/projects/default'
const flags = ['a', 'b', 'c', 'd']
const environments = ['development', 'production']

/** A seeded random generator: the choices are reproducible, but not how concurrent requests interleave. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

const roll = dice(7)
const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
const segments: number[] = []
const rules: string[] = []

async function act(): Promise<number> {
  const flag = pick(flags)
  const environment = pick(environments)
  const at = `${project}/features/${flag}/environments/${environment}`
  const used = [pick(segments), pick(segments)]
  const all = roll(2) === 0 ? flags : flags.toReversed()
  const bulk = `${project}/bulk_features/environments/${environment}`
  const changes = [
    () => as.member.post(`${at}/on`),
    () => as.member.post(`${at}/off`),
    () => as.member.post(`${bulk}/on`, { features: all }),
    () => as.member.post(`${bulk}/off`, { features: all }),
    () => as.member.post(`${at}/strategies`, { name: 'default', segments: used, disabled: roll(2) === 0 }),
    () => as.member.put(`${at}/strategies/${pick(rules)}`, { segments: used, disabled: roll(2) === 0 }),
    () => as.member.delete(`${at}/strategies/${pick(rules)}`),
    () =>
      as.member.patch(`${project}/features/${flag}`, [
        { op: 'replace', path: '/stale', value: roll(2) === 0 },
      ]),
    () => as.member.post(`${project}/archive`, { features: all.slice(2) }),
    () => as.member.post(`${project}/revive`, { features: all }),
    () => as.admin.put(`/api/admin/segments/${pick(segments)}`, { name: `s-${roll(1e6)}`, constraints: [] }),
    () => as.member.post(`${project}/features/${flag}/clone`, { name: `copy-${roll(1e6)}` }),
  ]
  const { status, body } = await pick(changes)()
  if (body?.id && body.featureName) rules.push(body.id)
  return status
}

test('concurrent changes cause no server errors, flags without rules are off, and delivery matches', async () => {
  for (const name of flags) await as.admin.post(`${project}/features`, { name })
  for (const name of ['x', 'y', 'z']) {
    segments.push((await as.admin.post('/api/admin/segments', { name, constraints: [] })).body.id)
  }
  rules.push('none')
  const answers: number[] = []
  for (let round = 0; round < 25; round++) {
    answers.push(...(await Promise.all(Array.from({ length: 12 }, act))))
  }
  expect(answers.filter((status) => status >= 500)).toEqual([])
  expect(answers.filter((status) => status < 300).length).toBeGreaterThan(100)

  const { rows: unruly } = await sql`
    select e.flag from flag_environments e join flags f on f.name = e.flag
    where e.enabled and f.archived_at is null and not exists (
      select from rules r where r.flag = e.flag and r.environment = e.environment and not r.disabled)`.execute(
    db,
  )
  expect(unruly).toEqual([])

  const names = (await db.selectFrom('flags').select('name').execute()).map((row) => row.name)
  const fresh = await compile(app.database.read, [
    ...names.map((name) => ({ kind: 'flag' as const, name })),
    ...segments.map((id) => ({ kind: 'segment' as const, name: String(id) })),
  ])
  const delivered = await db
    .selectFrom('published')
    .select(['kind', 'environment', 'name', 'doc', 'meta'])
    .where('until_revision', 'is', null)
    .where('kind', 'in', ['flag', 'segment'])
    .execute()
  const sorted = (
    list: readonly { kind: string; environment: string; name: string; doc: unknown; meta: unknown }[],
  ) =>
    list
      .map(({ kind, environment, name, doc, meta }) => JSON.stringify([kind, environment, name, doc, meta]))
      .sort()
  expect(sorted(delivered)).toEqual(sorted(fresh))
})
