import type { ChangedGroup, WhatChanged } from '@flagstaff/contract/what-changed'
import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import type { Reader } from '../../platform/database/database.ts'
import { noChange } from '../../platform/database/event-queries.ts'
import { system } from '../../platform/write/actor.ts'
import { countedTypes } from './kinds.ts'
import { readWhatChanged } from './read.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default'
const flag = `${home}/features/checkout`
const production = `${flag}/environments/production`
const rollout = (value: string, title = 'Ramp') => ({
  name: 'flexibleRollout',
  title,
  parameters: { rollout: value, stickiness: 'default', groupId: 'checkout' },
})
const revision = async () => (await trail(db, 1))[0]?.revision ?? 0
const ask = async (query: string, who: keyof typeof as = 'admin'): Promise<WhatChanged> =>
  (await as[who].get(`/api/admin/changes?${query}`)).body
const since = (from: number, more = '', who: keyof typeof as = 'admin') =>
  ask(`fromRevision=${from}${more}`, who)
const one = (answer: WhatChanged, name: string): ChangedGroup => {
  const found = answer.groups.find((group) => group.name === name)
  if (!found) throw new Error(`${name} is not in ${answer.groups.map((group) => group.name)}`)
  return found
}
const at = (group: ChangedGroup, environment: string | null) =>
  group.places.find((place) => place.environment === environment)

await as.admin.post(`${home}/features`, { name: 'checkout', description: 'old' })
const ramp = (await as.admin.post(`${production}/strategies`, rollout('25'))).body.id as string
await as.admin.post(`${production}/on`)
const start = await revision()

test('a flag is summarised by what differs, not by each change', async () => {
  await as.editor.put(`${production}/strategies/${ramp}`, rollout('60'))
  await as.admin.put(`${production}/strategies/${ramp}`, rollout('40'))
  await as.admin.put(flag, { description: 'new' })
  const answer = await since(start)
  expect(answer).toMatchObject({ total: 1, changes: 3, complete: true, outside: true, next: null })
  const group = one(answer, 'checkout')
  expect(group).toMatchObject({ kind: 'flag', project: 'default', result: 'changed', changes: 3 })
  expect(group.people).toEqual(['ada', 'edith'])
  expect(at(group, 'production')).toMatchObject({
    environmentType: 'production',
    result: 'changed',
    changes: 2,
    lines: ['rule Ramp: rollout 25 → 40 %'],
    restore: { lines: ['rule Ramp: rollout 40 → 25 %'] },
  })
  expect(at(group, null)?.lines).toEqual(['description old → new'])
  expect(group.events.map(({ createdBy, reverts }) => [createdBy, reverts])).toEqual([
    ['ada', 1],
    ['ada', 1],
    ['edith', 1],
  ])
  expect(group.events[1]).toMatchObject({
    text: 'updated the rule Ramp of checkout',
    lines: ['rollout 60 → 40 %'],
  })
})

test('a flag in an environment is restored to the start, and the restore can be undone', async () => {
  const answer = await as.editor.post(`${home}/environments/production/restore`, {
    feature: 'checkout',
    revision: start,
    basis: await revision(),
  })
  expect(answer.status).toBe(204)
  expect((await as.admin.get(production)).body.strategies).toMatchObject([
    { id: ramp, title: 'Ramp', parameters: { rollout: '25' } },
  ])
  const group = one(await since(start), 'checkout')
  expect(at(group, 'production')).toMatchObject({ result: 'unchanged', lines: [] })
  expect(at(group, 'production')?.restore).toBeUndefined()
  const undone = await as.editor.post(`/api/admin/undo/${answer.headers['x-undo']}`, {})
  expect(undone.status).toBe(204)
  expect(at(one(await since(start), 'checkout'), 'production')?.lines).toEqual([
    'rule Ramp: rollout 25 → 40 %',
  ])
})

test('restoring removes added rules, turns rules off again, and recreates deleted ones', async () => {
  const off = (await as.admin.post(`${production}/strategies`, { ...rollout('5', 'Off'), disabled: true }))
    .body.id as string
  const before = await revision()
  const served = (await as.admin.get(production)).body.strategies
  await as.admin.delete(`${production}/strategies/${ramp}`)
  await as.admin.post(`${production}/strategies`, rollout('90', 'Added'))
  await as.admin.put(`${production}/strategies/${off}`, { ...rollout('7', 'Off'), disabled: false })
  await as.admin.post(`${production}/off`)
  const group = one(await since(before), 'checkout')
  expect(at(group, 'production')?.lines).toEqual([
    'state on → off',
    'rule Ramp removed',
    'rule Off added',
    'rule Added added',
  ])
  const restore = { feature: 'checkout', revision: before }
  expect((await as.admin.post(`${home}/environments/production/restore`, restore)).status).toBe(204)
  const { body } = await as.admin.get(production)
  expect(body.enabled).toBe(true)
  expect(
    body.strategies.map(({ id, disabled }: { id: string; disabled: boolean }) => [id, disabled]),
  ).toEqual(served.map(({ id, disabled }: { id: string; disabled: boolean }) => [id, disabled]))
  expect(at(one(await since(before), 'checkout'), 'production')?.result).toBe('unchanged')
})

test('a flag that changed after the comparison is not restored', async () => {
  const basis = await revision()
  await as.editor.put(`${production}/strategies/${ramp}`, rollout('77'))
  const body = { feature: 'checkout', revision: start, basis }
  const refused = await as.admin.post(`${home}/environments/production/restore`, body)
  expect([refused.status, refused.body.code]).toEqual([409, 'planOutdated'])
})

test('the answer says what cannot be restored and why', async () => {
  const before = await revision()
  await as.admin.post(`${home}/features`, { name: 'fresh' })
  await as.admin.post(`${home}/features/fresh/environments/production/on`)
  await as.admin.post(`${production}/off`)
  await as.admin.delete(flag)
  const answer = await since(before)
  expect(one(answer, 'fresh')).toMatchObject({ result: 'created' })
  expect(at(one(answer, 'fresh'), 'production')?.notRestorable).toMatch('did not exist')
  expect(one(answer, 'checkout').result).toBe('removed')
  expect(at(one(answer, 'checkout'), 'production')?.notRestorable).toMatch('was archived')
  const restore = (feature: string) =>
    as.admin.post(`${home}/environments/production/restore`, { feature, revision: before })
  expect((await restore('fresh')).status).toBe(400)
  expect((await restore('checkout')).status).toBe(404)
  await as.admin.post('/api/admin/archive/revive/checkout')
  await as.admin.post(`${home}/revive`, { features: ['checkout'] })
})

test('restoring needs the permission of each change, and is proposed in a protected environment', async () => {
  const before = await revision()
  await as.admin.post(`${home}/features/fresh/environments/production/off`)
  const url = `${home}/environments/production/restore`
  const body = { feature: 'fresh', revision: before }
  expect((await as.viewer.post(url, body)).status).toBe(403)
  const protect = (changeRequestsEnabled: boolean) =>
    as.admin.put(
      `${home}/environments/production/change-requests/config`,
      { changeRequestsEnabled },
      { headers: { 'x-change-reason': 'test' } },
    )
  await protect(true)
  const refused = await as.editor.post(url, body)
  expect([refused.status, refused.body.code, refused.body.proposable]).toEqual([403, 'protected', true])
  const proposed = await as.editor.post(url, body, { headers: { prefer: 'propose' } })
  expect(proposed.status).toBe(202)
  expect(proposed.body.features[0]).toMatchObject({ name: 'fresh' })
  await as.admin.delete(`${home}/change-requests/${proposed.body.id}`)
  expect((await protect(false)).status).toBe(204)
})

test('segments, environments and projects are summarised from their events', async () => {
  const before = await revision()
  const segment = { name: 'eu', constraints: [] }
  const { id } = (await as.admin.post('/api/admin/segments', segment)).body
  await as.admin.put(`/api/admin/segments/${id}`, { ...segment, description: 'Europe' })
  await as.admin.put(home, { name: 'Shop' })
  const middle = await revision()
  await as.admin.put(`/api/admin/segments/${id}`, { ...segment, description: 'EU' })
  expect(one(await since(before), 'eu')).toMatchObject({ kind: 'segment', result: 'created', changes: 3 })
  expect(one(await since(before), 'default')).toMatchObject({
    kind: 'project',
    places: [{ lines: ['name Default → Shop'] }],
  })
  expect(one(await since(middle), 'eu').places[0]?.lines).toEqual(['description Europe → EU'])
  const limited = await since(before, '', 'viewer')
  expect(limited.outside).toBe(false)
  expect(limited.groups.map(({ kind }) => kind)).toEqual(['project'])
})

test('production comes first, and filters limit projects and environments', async () => {
  const before = await revision()
  await as.admin.post(`${home}/features/fresh/environments/production/on`)
  await as.admin.post('/api/admin/projects', { id: 'other', name: 'Other' })
  await as.admin.post('/api/admin/projects/other/features', { name: 'elsewhere' })
  await as.admin.post('/api/admin/projects/other/features/elsewhere/environments/development/on')
  const all = await since(before)
  expect(all.groups.map(({ name }) => name)).toEqual(['fresh', 'elsewhere', 'other'])
  expect((await since(before, '&project=other')).total).toBe(2)
  const inProduction = await since(before, '&environment=production')
  expect(one(inProduction, 'elsewhere').places.map(({ environment }) => environment)).toEqual([null])
  const first = await since(before, '&limit=1')
  const second = await ask(`cursor=${first.next}&limit=2`)
  expect([...first.groups, ...second.groups].map(({ name }) => name)).toEqual(['fresh', 'elsewhere', 'other'])
  expect(second.next).toBeNull()
})

test('a period can be given as times, and ends before later changes', async () => {
  const [event] = await trail(db, 1)
  // The database stores microseconds.
  const end = new Date(Number(event?.created_at) + 1).toISOString()
  await as.admin.post(`${home}/features/fresh/environments/production/off`)
  expect(one(await ask(`to=${end}`), 'fresh').places[0]?.result).toBe('created')
  expect((await ask(`from=${end}`)).groups.map(({ name }) => name)).toEqual(['fresh'])
  expect((await as.admin.get(`/api/admin/changes?from=${end}&to=2020-01-01T00:00:00Z`)).status).toBe(400)
  expect((await as.admin.get('/api/admin/changes?cursor=nonsense')).status).toBe(400)
  expect((await as.anonymous.get('/api/admin/changes')).status).toBe(401)
})

test('nothing of a private project is shown, also not of flags that were moved out of it', async () => {
  const before = await revision()
  await makeProject(db, 'hidden', { mode: 'private' })
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret', description: 'canary' })
  await as.admin.post('/api/admin/projects/hidden/features/secret/environments/production/on')
  expect(JSON.stringify(await since(before, '', 'viewer'))).not.toMatch(/secret|hidden|canary/)
  const hiddenUntil = await revision()
  await as.admin.post('/api/admin/projects/hidden/features/secret/changeProject', { newProjectId: 'other' })
  const moved = one(await since(hiddenUntil, '', 'viewer'), 'secret')
  expect(moved.result).toBe('created')
  expect(JSON.stringify(moved)).not.toMatch('hidden')
})

test('too many events shorten the period, and the answer says so', async () => {
  const sight = { viewer: system.viewer, everything: true }
  const answer = await readWhatChanged(db as unknown as Reader, sight, { fromRevision: 0 }, 5)
  expect(answer).toMatchObject({ complete: false })
  expect(answer.changes).toBeLessThanOrEqual(5)
  expect(answer.from.revision).toBeGreaterThan(start)
})

test('watching and comments are not counted', async () => {
  expect(countedTypes.filter((type) => new RegExp(noChange).test(type))).toEqual([])
  const before = await revision()
  const place = `${home}/features/fresh`
  expect((await as.viewer.post(`${place}/watch`)).status).toBe(204)
  expect((await as.viewer.post(`${place}/comments`, { text: 'Hello' })).status).toBe(201)
  expect(await since(before)).toMatchObject({ changes: 0, total: 0 })
})

test.each([
  'to=0000-01-01T00:10:00Z',
  'from=0000-01-01T00:00:00%2B14:00',
  'to=1970-01-01T00:10:00Z',
  'from=9999-12-31T23:59:59-14:00',
  'to=9999-12-31T23:59:59-14:00',
])('a period at the edge of the calendar is accepted or refused: %s', async (query) => {
  expect((await as.admin.get(`/api/admin/changes?${query}`)).status).toBeOneOf([200, 400])
})

test('a new flag does not get the rules of a deleted one with the same name', async () => {
  const place = `${home}/features/reborn`
  const live = async () => {
    await as.admin.post(`${home}/features`, { name: 'reborn' })
    await as.admin.post(`${place}/environments/production/strategies`, rollout('10'))
    await as.admin.post(`${place}/environments/production/on`)
  }
  await live()
  const before = await revision()
  await as.admin.delete(place)
  expect((await as.admin.delete('/api/admin/archive/reborn')).status).toBe(200)
  await live()
  const found = at(one(await since(before), 'reborn'), 'production')
  expect(found?.notRestorable).toMatch('was deleted since')
  expect(found?.restore).toBeUndefined()
  const body = { feature: 'reborn', revision: before }
  const refused = await as.admin.post(`${home}/environments/production/restore`, body)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('was deleted since'),
  ])
})

test('rules with a segment that was deleted since cannot be restored', async () => {
  const { id } = (await as.admin.post('/api/admin/segments', { name: 'short-lived', constraints: [] })).body
  const place = `${home}/features/split/environments/production`
  await as.admin.post(`${home}/features`, { name: 'split' })
  const added = await as.admin.post(`${place}/strategies`, { ...rollout('10'), segments: [id] })
  const before = await revision()
  await as.admin.put(`${place}/strategies/${added.body.id}`, { ...rollout('10'), segments: [] })
  const found = async () => at(one(await since(before), 'split'), 'production')
  expect((await found())?.restore).toBeDefined()
  expect((await as.admin.delete(`/api/admin/segments/${id}`)).status).toBe(204)
  expect(await found()).toMatchObject({ notRestorable: expect.stringMatching('segment .* was deleted') })
  expect((await found())?.restore).toBeUndefined()
  const body = { feature: 'split', revision: before }
  const refused = await as.admin.post(`${home}/environments/production/restore`, body)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringMatching('segment .* was deleted'),
  ])
})

test('rules with a segment that was moved to another project since cannot be restored', async () => {
  await as.admin.post('/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' })
  const segment = { name: 'moving', constraints: [] }
  const { id } = (await as.admin.post('/api/admin/segments', segment)).body
  const place = `${home}/features/leaving/environments/production`
  await as.admin.post(`${home}/features`, { name: 'leaving' })
  const added = await as.admin.post(`${place}/strategies`, { ...rollout('10'), segments: [id] })
  const before = await revision()
  await as.admin.put(`${place}/strategies/${added.body.id}`, { ...rollout('10'), segments: [] })
  const found = async () => at(one(await since(before), 'leaving'), 'production')
  const move = (project: string) => as.admin.put(`/api/admin/segments/${id}`, { ...segment, project })
  expect((await move('default')).status).toBeLessThan(300)
  expect((await found())?.restore).toBeDefined()
  expect((await move('elsewhere')).status).toBeLessThan(300)
  const text = expect.stringContaining('belongs to another project')
  expect(await found()).toMatchObject({ notRestorable: text })
  expect((await found())?.restore).toBeUndefined()
  const body = { feature: 'leaving', revision: before }
  const refused = await as.admin.post(`${home}/environments/production/restore`, body)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, text])
})
