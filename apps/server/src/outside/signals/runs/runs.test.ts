import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { patiently } from '../../../../test/patience.ts'
import { act, home, openSignals, projectEditor } from '../../../../test/signals.ts'
import { removeOld } from './queries.ts'
import { openActions } from './work.ts'

const kit = await testApp()
const { as, db, app } = kit
await app.startWork()
const { endpoint, makeSet, makeAccount, makeFlag, isOn, signal, runsOf, over, remove } =
  await openSignals(kit)
const config = `${home}/environments/production/change-requests/config`
const protect = (changeRequestsEnabled: boolean) =>
  as.admin.put(config, { changeRequestsEnabled }, { headers: { 'x-change-reason': 'tests' } })
const statesOf = (run: { actionSet: { actions: { state: string }[] } }) =>
  run.actionSet.actions.map(({ state }) => state)
const eventsOf = async (flag: string) =>
  (await as.admin.get(`/api/admin/search/events?feature=IS:${flag}&limit=100`)).body.events

afterEach(async () => {
  await protect(false)
  for (const { id } of (await as.admin.get(`${home}/actions`)).body.actions) await remove(id)
})

test('a signal turns a flag off as the service account', async () => {
  await makeFlag('checkout')
  const set = await makeSet([act('checkout')], {
    match: {
      source: 'signal-endpoint',
      sourceId: endpoint.id,
      payload: { 'labels.severity': { operator: 'IN', values: ['critical'] } },
    },
  })
  await signal({ labels: { severity: 'warning' } })
  const id = await signal({ labels: { severity: 'critical' } })
  const run = await over(set.id)
  expect(run).toMatchObject({
    state: 'success',
    signalId: id,
    signal: { payload: { labels: { severity: 'critical' } } },
    actionSet: { name: set.name, actions: [{ state: 'success', details: null }] },
  })
  expect(await isOn('checkout')).toBe(false)
  const [event] = await eventsOf('checkout')
  expect(event).toMatchObject({
    type: 'feature-environment-disabled',
    createdBy: 'robot',
    groupType: 'action',
    groupId: String(run.id),
  })
})

test('sets that are off, and signals of other endpoints, do nothing', async () => {
  await makeFlag('quiet')
  const off = await makeSet([act('quiet')], { enabled: false })
  const { body: other } = await as.admin.post('/api/admin/signal-endpoints', { name: 'other' })
  const elsewhere = await makeSet([act('quiet')], {
    match: { source: 'signal-endpoint', sourceId: other.id, payload: {} },
  })
  const here = await makeSet([act('quiet', { environment: 'development' })])
  await signal()
  await over(here.id)
  expect([await runsOf(off.id), await runsOf(elsewhere.id)]).toEqual([[], []])
  expect(await isOn('quiet')).toBe(true)
})

test('a signal that started nothing says why', async () => {
  await makeFlag('explained')
  const received = async (id: number) => {
    const { body } = await as.admin.get(`/api/admin/signal-endpoints/${endpoint.id}/signals`)
    const found = body.signalEndpointSignals.find((one: { id: number }) => one.id === id)
    return { ...found.outcome, sets: body.actionSets }
  }
  const outcome = async (id: number) => {
    await expect.poll(async () => (await received(id)).state, patiently).not.toBe('waiting')
    return received(id)
  }
  const id = await signal({ status: 'resolved' })
  expect(await outcome(id)).toEqual({ state: 'ignored', runs: 0, unmatched: [], sets: [] })
  const payload = {
    status: { operator: 'IN', values: ['firing'] },
    'labels.team': { operator: 'IN', values: ['checkout'] },
  }
  const picky = await makeSet([act('explained')], {
    match: { source: 'signal-endpoint', sourceId: endpoint.id, payload },
  })
  const off = await makeSet([act('explained')], { enabled: false })
  expect((await received(id)).sets).toMatchObject([
    { id: picky.id, name: picky.name, project: 'default', enabled: true, payload },
    { id: off.id, name: off.name, project: 'default', enabled: false, payload: {} },
  ])
  const conditions = [
    { path: 'status', actual: 'resolved' },
    { path: 'labels.team', actual: null },
  ]
  expect(await outcome(await signal({ status: 'resolved' }))).toMatchObject({
    state: 'ignored',
    unmatched: [
      { actionSetId: picky.id, reason: 'conditions', conditions },
      { actionSetId: off.id, reason: 'off', conditions: [] },
    ],
  })
  const every = await makeSet([act('explained')])
  expect((await received(id)).unmatched.at(-1)).toEqual({
    actionSetId: every.id,
    reason: 'later',
    conditions: [],
  })
  expect(await outcome(await signal())).toMatchObject({ state: 'started', runs: 1, unmatched: [] })
})

test('runs of a project keep the order of the signals', async () => {
  await makeFlag('ordered')
  const when = (status: string) => ({
    match: {
      source: 'signal-endpoint',
      sourceId: endpoint.id,
      payload: { status: { operator: 'IN', values: [status] } },
    },
  })
  // The set that is older turns the flag on again.
  const on = await makeSet([act('ordered', { action: 'ON' })], when('resolved'))
  const off = await makeSet([act('ordered')], when('firing'))
  for (const status of ['firing', 'resolved', 'firing']) await signal({ status })
  await over(off.id, 2)
  await over(on.id)
  const types = (await eventsOf('ordered')).map(({ type }: { type: string }) => type)
  expect(types.slice(0, 3)).toEqual([
    'feature-environment-disabled',
    'feature-environment-enabled',
    'feature-environment-disabled',
  ])
})

test('an actor without the right fails the step, and the following ones do not start', async () => {
  await makeFlag('forbidden')
  const actorId = await makeAccount('weak', 3)
  const set = await makeSet([act('forbidden'), act('forbidden', { environment: 'development' })], { actorId })
  await signal()
  const run = await over(set.id)
  expect(run.state).toBe('failed')
  expect(statesOf(run)).toEqual(['failed', 'not started'])
  expect(run.actionSet.actions[0].details).toContain('UPDATE_FEATURE_ENVIRONMENT')
  expect(await isOn('forbidden')).toBe(true)
})

test('an actor that was deleted fails the run', async () => {
  await makeFlag('orphan')
  const actorId = await makeAccount('leaving')
  const set = await makeSet([act('orphan')], { actorId })
  await as.admin.delete(`/api/admin/service-account/${actorId}`)
  await signal()
  const run = await over(set.id)
  expect(run).toMatchObject({
    state: 'failed',
    actionSet: { actions: [{ details: 'The service account of the action set was deleted.' }] },
  })
})

test('flags with a tag are turned off in one change', async () => {
  for (const name of ['tagged-1', 'tagged-2']) {
    await makeFlag(name)
    await as.admin.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'risky' })
  }
  await makeFlag('untagged')
  const set = await makeSet([act('', { tag: 'simple:risky' }), act('', { tag: 'simple:unused' })])
  await signal()
  const run = await over(set.id)
  expect(statesOf(run)).toEqual(['success', 'success'])
  expect(run.actionSet.actions[1].details).toBe('No flag of the project has the tag.')
  expect([await isOn('tagged-1'), await isOn('tagged-2'), await isOn('untagged')]).toEqual([
    false,
    false,
    true,
  ])
  const [one] = await eventsOf('tagged-1')
  const [other] = await eventsOf('tagged-2')
  expect(one.createdAt).toBe(other.createdAt)
})

test('a tag of more than 500 flags is refused', async () => {
  await sql`insert into flags (name, project, type, created_by_id, created_by_name)
    select 'bulk-' || n, 'default', 'release', 1, 'ada' from generate_series(1, 501) n`.execute(db)
  await as.admin.post('/api/admin/tags', { type: 'simple', value: 'bulk' })
  await sql`insert into flag_tags (flag, tag_type, tag_value)
    select name, 'simple', 'bulk' from flags where name like 'bulk-%'`.execute(db)
  const set = await makeSet([act('', { tag: 'simple:bulk' })])
  await signal()
  const run = await over(set.id)
  expect(run.actionSet.actions[0]).toMatchObject({ state: 'failed' })
  expect(run.actionSet.actions[0].details).toContain('500')
})

test('a protected environment fails the action, or opens a change request', async () => {
  await makeFlag('guarded')
  await protect(true)
  const fails = await makeSet([act('guarded')], { actorId: await makeAccount('writer') })
  await signal()
  const failed = await over(fails.id)
  expect(failed.actionSet.actions[0].details).toContain('need a review in default · production')
  await remove(fails.id)
  const asks = await makeSet([act('guarded')], {
    onProtected: 'request',
    actorId: await makeAccount('asker'),
  })
  const tried = await as.admin.post(`${home}/actions/${asks.id}/try`, { payload: {} })
  expect(tried.body.actions).toMatchObject([{ outcome: 'request', flags: ['guarded'] }])
  await signal()
  const run = await over(asks.id)
  expect(run.state).toBe('success')
  const [, id] = /Change request (\d+) was opened/.exec(run.actionSet.actions[0].details) ?? []
  const { body } = await as.admin.get(`${home}/change-requests/${id}`)
  expect(body).toMatchObject({ state: 'In review', createdBy: { username: 'asker' } })
  expect(await isOn('guarded')).toBe(true)
})

test('reviews are skipped only if the actor and the editor of the set can', async () => {
  await makeFlag('skipped')
  await protect(true)
  const actorId = await makeAccount('boss', 1)
  const editor = await projectEditor(kit, 'eager')
  const weak = await makeSet([act('skipped')], { actorId }, editor)
  await signal()
  expect(await over(weak.id)).toMatchObject({ state: 'failed' })
  expect(await isOn('skipped')).toBe(true)
  await remove(weak.id)
  const strong = await makeSet([act('skipped')], { actorId })
  await signal()
  expect(await over(strong.id)).toMatchObject({ state: 'success' })
  expect(await isOn('skipped')).toBe(false)
  const skip = (await eventsOf('skipped')).find(
    ({ type }: { type: string }) => type === 'change-request-skipped',
  )
  expect(skip.data.reason).toContain(`Action set ${strong.name}`)
})

test('signals wait in maintenance mode', async () => {
  await makeFlag('waiting')
  const set = await makeSet([act('waiting')])
  await as.admin.post('/api/admin/maintenance', { enabled: true })
  await signal()
  await openActions({ ...app.handles, db }, app.logger).onNews()
  expect(await runsOf(set.id)).toEqual([])
  await as.admin.post('/api/admin/maintenance', { enabled: false })
  await over(set.id)
  expect(await isOn('waiting')).toBe(false)
})

test('signals and runs are removed after 30 days, but not before they are done', async () => {
  const set = await makeSet([act('checkout')])
  const id = await signal()
  await over(set.id)
  const { body: unused } = await as.admin.get(`/api/admin/signals`)
  expect(unused.signals[0].id).toBe(id)
  await sql`update signals set created_at = now() - interval '31 days'`.execute(db)
  await sql`update action_runs set created_at = now() - interval '31 days'`.execute(db)
  await removeOld(db, 30)
  expect(await runsOf(set.id)).toEqual([])
  expect((await as.admin.get('/api/admin/signals')).body.total).toBe(0)
})

test('readers find only signals that started actions in projects they edit', async () => {
  await as.admin.post('/api/admin/projects', {
    id: 'hidden',
    name: 'hidden',
    mode: 'private',
    environments: ['production'],
  })
  const hidden = '/api/admin/projects/hidden'
  await makeFlag('secret-flag', { project: hidden })
  const set = await makeSet([act('secret-flag')], {}, as.admin, hidden)
  await signal({ word: 'k4n4ry' })
  await over(set.id, 1, hidden)
  expect((await as.admin.get('/api/admin/signals')).body.signals[0].payload).toEqual({ word: 'k4n4ry' })
  for (const reader of [as.viewer, as.owner, as.member]) {
    for (const path of ['actions', 'actions/config', 'actions/options', `actions/${set.id}/events`])
      expect((await reader.get(`${hidden}/${path}`)).status).toBe(404)
    expect((await reader.get(`${home}/actions/${set.id}/events`)).status).not.toBe(200)
    expect(JSON.stringify((await reader.get('/api/admin/signals')).body)).not.toContain('k4n4ry')
  }
  expect((await as.admin.get(`${home}/actions/${set.id}/events`)).status).toBe(404)
  await makeFlag('open-flag')
  const open = await makeSet([act('open-flag')])
  const seen = await signal({ word: 'open' })
  await over(open.id)
  await expect
    .poll(async () => (await as.owner.get('/api/admin/signals')).body, patiently)
    .toMatchObject({ total: 1, signals: [{ id: seen, sourceName: 'alerts', payload: { word: 'open' } }] })
  expect((await as.viewer.get('/api/admin/signals')).body.total).toBe(0)
})
