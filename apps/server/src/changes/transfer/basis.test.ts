import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import type { Tables } from '../../platform/database/tables.ts'

const { as, db } = await testApp()
const project = '/api/admin/projects/default'
const empty = { features: [], featureStrategies: [], tagTypes: [] }
const place = { project: 'default', environment: 'production' }

const rule = (flag: string, rollout: string) => ({
  name: 'flexibleRollout',
  featureName: flag,
  parameters: { rollout, stickiness: 'default', groupId: flag },
})
const file = (flags: string[], rollout: string) => ({
  ...empty,
  features: flags.map((name) => ({ name })),
  featureStrategies: flags.map((flag) => rule(flag, rollout)),
  featureEnvironments: flags.map((name) => ({ name, enabled: true })),
})
const plan = async (data: object) =>
  (await as.admin.post('/api/admin/features-batch/validate', { ...place, data })).body.plan
const apply = (data: object, basis?: number) =>
  as.admin.post('/api/admin/features-batch/import', {
    ...place,
    data,
    ...(basis === undefined ? {} : { basis }),
  })
const turn = (flag: string, state: 'on' | 'off', environment = 'production') =>
  as.editor.post(`${project}/features/${flag}/environments/${environment}/${state}`)
const isOn = async (flag: string) =>
  (await as.viewer.get(`${project}/features/${flag}/environments/production`)).body.enabled

test('an import does not overwrite a flag that was changed after the plan, and the error names the change', async () => {
  const data = file(['checkout', 'search'], '50')
  await apply(file(['checkout', 'search'], '100'))
  const { basis } = await plan(data)
  await turn('search', 'off')
  const { status, body } = await apply(data, basis)
  expect(status).toBe(409)
  expect(body).toMatchObject({
    name: 'ConflictError',
    code: 'planOutdated',
    changed: { object: 'search', by: 'edith@example.com', type: 'feature-environment-disabled' },
  })
  expect(body.message).toContain('search')
  expect(await isOn('search')).toBe(false)
  expect(await rolloutOf(db, 'checkout')).toBe('100')
  const again = await plan(data)
  expect((await apply(data, again.basis)).status).toBe(200)
  expect([await isOn('search'), await rolloutOf(db, 'checkout')]).toEqual([true, '50'])
})

test('unrelated changes after the plan do not block the import', async () => {
  const data = file(['checkout'], '25')
  const { basis } = await plan(data)
  await turn('search', 'off')
  await turn('checkout', 'on', 'development')
  await as.editor.post(`${project}/features/checkout/favorites`)
  expect((await apply(data, basis)).status).toBe(200)
})

test('segments, context fields and tag types changed after the plan are not overwritten', async () => {
  const { body: segment } = await as.admin.post('/api/admin/segments', { name: 'beta', constraints: [] })
  await as.admin.post('/api/admin/context', { name: 'plan', legalValues: [] })
  await as.admin.post('/api/admin/tag-types', { name: 'team', description: 'a' })
  const data = {
    ...empty,
    segments: [{ id: 1, name: 'beta', constraints: [], description: 'from the file' }],
    contextFields: [{ name: 'plan', description: 'from the file' }],
    tagTypes: [{ name: 'team', description: 'from the file' }],
  }
  const choices = [
    { kind: 'segment', name: 'beta', choice: 'take' },
    { kind: 'context-field', name: 'plan', choice: 'take' },
    { kind: 'tag-type', name: 'team', choice: 'take' },
  ]
  const take = (basis: number) =>
    as.admin.post('/api/admin/features-batch/import', { ...place, data, choices, basis })
  for (const change of [
    () =>
      as.admin.put(`/api/admin/segments/${segment.id}`, { name: 'beta', constraints: [], description: 'b' }),
    () => as.admin.put('/api/admin/context/plan', { description: 'b' }),
    () => as.admin.put('/api/admin/tag-types/team', { description: 'b' }),
  ]) {
    const { basis } = await plan(data)
    expect((await change()).status).toBeLessThan(300)
    expect((await take(basis)).status).toBe(409)
  }
  expect((await take((await plan(data)).basis)).status).toBe(200)
})

test('a promotion does not overwrite changes on either side after the comparison', async () => {
  await apply(file(['promoted'], '100'))
  await as.admin.post(`${project}/features/promoted/environments/development/on`)
  const compare = async () =>
    (await as.admin.get(`${project}/compare?from=development&to=production&feature=promoted`)).body
  const promote = (basis: number) =>
    as.admin.post(`${project}/promote`, {
      from: 'development',
      to: 'production',
      features: [{ feature: 'promoted', enabled: true, variants: true }],
      basis,
    })
  for (const environment of ['development', 'production']) {
    const { basis } = await compare()
    await turn('promoted', 'off', environment)
    const refused = await promote(basis)
    expect([refused.status, refused.body.changed?.object]).toEqual([409, 'promoted'])
    await turn('promoted', 'on', environment)
  }
  expect((await promote((await compare()).basis)).status).toBe(204)
})

test('with concurrent edits, imports never overwrite a change made after their plan', async () => {
  const flags = Array.from({ length: 5 }, (_, index) => `crowd-${index}`)
  await apply(file(flags, '100'))
  const counts = { applied: 0, refused: 0 }
  for (let round = 0; round < 40; round++) {
    const data = file(flags, `${round}`)
    const { basis } = await plan(data)
    const edit = turn(flags[round % flags.length] ?? '', round % 2 ? 'on' : 'off')
    // Not awaited, so the change comes before, during or after the import.
    const [{ status }] = await Promise.all([apply(data, basis), edit])
    expect([200, 409]).toContain(status)
    counts[status === 200 ? 'applied' : 'refused'] += 1
    if (status === 200) expect(await overwritten(db, basis, flags)).toEqual([])
  }
  process.stdout.write(`imports beside edits: ${JSON.stringify(counts)}\n`)
})

/** Changes by users after the basis and before the import that used it. */
async function overwritten(database: Kysely<Tables>, basis: number, flags: string[]) {
  const events = await database
    .selectFrom('events')
    .select(['revision', 'type', 'group_id'])
    .where('revision', '>', basis)
    .where('flag', 'in', flags)
    .where('environment', '=', 'production')
    .orderBy('revision')
    .execute()
  const first = events.findIndex(({ group_id }) => group_id !== null)
  return first < 0 ? [] : events.slice(0, first)
}

async function rolloutOf(database: Kysely<Tables>, flag: string) {
  const row = await database
    .selectFrom('rules')
    .select('parameters')
    .where('flag', '=', flag)
    .where('environment', '=', 'production')
    .executeTakeFirst()
  return (row?.parameters as { rollout: string } | undefined)?.rollout
}
