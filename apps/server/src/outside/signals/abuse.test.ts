import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { account, makeRole } from '../../../test/matrix/accounts.ts'
import { act, home, openSignals, projectEditor } from '../../../test/signals.ts'

// What a person could try in order to get around a review, or a system in order to get lost.

const kit = await testApp()
const { as, db, client, app } = kit
await app.startWork()
const { endpoint, makeAccount, makeFlag, makeSet, isOn, signal, over, remove } = await openSignals(kit)
const config = `${home}/environments/production/change-requests/config`
const protect = (changeRequestsEnabled: boolean) =>
  as.admin.put(config, { changeRequestsEnabled }, { headers: { 'x-change-reason': 'tests' } })
const move = (who: typeof as.admin, id: number, state: string) =>
  who.put(`${home}/change-requests/${id}/state`, { state })

/** A flag that is off in protected production, where it has a rule. */
async function makeGuarded(name: string) {
  await protect(false)
  await makeFlag(name, { on: false })
  await as.admin.post(`${home}/features/${name}/environments/production/strategies`, { name: 'default' })
  await protect(true)
}
const requestOf = (run: { actionSet: { actions: { details: string }[] } }) =>
  Number(/\d+/.exec(run.actionSet.actions[0]?.details ?? '')?.[0])

test('the editor of a set cannot approve the request that it opens', async () => {
  const role = await makeRole(db, 'project', 'APPROVE_CHANGE_REQUEST', 'production')
  for (const [permission, environment] of [
    ['UPDATE_PROJECT', ''],
    ['UPDATE_FEATURE_ENVIRONMENT', 'production'],
    ['APPLY_CHANGE_REQUEST', 'production'],
  ] as const)
    await db.insertInto('role_permissions').values({ role_id: role, permission, environment }).execute()
  const eve = client((await account(db, 'eve', { rootRole: 3, in: { default: role } })).headers)
  const ann = client((await account(db, 'ann', { rootRole: 3, in: { default: role } })).headers)
  await makeGuarded('guarded')
  const set = await makeSet([act('guarded', { action: 'ON' })], { onProtected: 'request' }, eve)
  await signal()
  const id = requestOf(await over(set.id))
  expect((await move(eve, id, 'Approved')).status).toBe(403)
  expect((await move(ann, id, 'Approved')).status).toBe(200)
  expect((await move(eve, id, 'Applied')).status).toBe(200)
  expect(await isOn('guarded')).toBe(true)
})

test('a signal that is repeated keeps the approvals of its request', async () => {
  await makeGuarded('repeated')
  const set = await makeSet([act('repeated', { action: 'ON' })], { onProtected: 'request' })
  await signal()
  const id = requestOf(await over(set.id))
  const boss = client((await account(db, 'boss', { rootRole: 1 })).headers)
  expect((await move(boss, id, 'Approved')).body.state).toBe('Approved')
  await signal()
  await over(set.id, 2)
  expect((await as.admin.get(`${home}/change-requests/${id}`)).body.state).toBe('Approved')
})

test('nobody skips a review with the rights of the person who made the set, or with a tag', async () => {
  await makeGuarded('tagged')
  await makeGuarded('single')
  await as.admin.post('/api/admin/features/tagged/tags', { type: 'simple', value: 'dark' })
  const actorId = await makeAccount('strong', 1)
  const eve = await projectEditor(kit, 'turns on')
  const byTag = await makeSet([act('', { tag: 'simple:dark', action: 'ON' })], { actorId })
  const byName = await makeSet([act('single', { action: 'ON' })], { actorId, enabled: false })
  expect((await eve.post(`${home}/actions/${byName.id}/on`)).status).toBe(200)
  await signal()
  for (const [set, flag] of [
    [byTag, 'tagged'],
    [byName, 'single'],
  ] as const) {
    expect((await over(set.id)).state).toBe('failed')
    expect(await isOn(flag)).toBe(false)
  }
})

test('filters see long texts whole', async () => {
  await protect(false)
  const { body } = await as.admin.post(`/api/admin/signal-endpoints/${endpoint.id}/tokens`, { name: 'long' })
  await makeFlag('long')
  const payload = { message: { operator: 'STR_CONTAINS', values: ['severity=critical'] } }
  const match = { source: 'signal-endpoint', sourceId: endpoint.id, payload }
  const set = await makeSet([act('long')], { match })
  const message = `${'frame; '.repeat(200)}severity=critical`
  const sent = { message, 'nul\u0000key': '\ud800' }
  const sender = client({ authorization: body.token })
  await expect.poll(async () => (await sender.post('/api/signal-endpoint/alerts', sent)).status).toBe(200)
  await over(set.id)
  expect(await isOn('long')).toBe(false)
})

test('the path of a request says which endpoint is meant, not its body', async () => {
  const { body: other } = await as.admin.post('/api/admin/signal-endpoints', { name: 'other' })
  const path = `/api/admin/signal-endpoints/${other.id}`
  const renamed = await as.admin.put(path, { id: endpoint.id, name: 'renamed' })
  expect(renamed.body).toMatchObject({ id: other.id, name: 'renamed' })
  const made = await as.admin.post(`${path}/tokens`, { name: 'x', signalEndpointId: endpoint.id })
  expect((await as.admin.get(`${path}/tokens`)).body.signalEndpointTokens).toMatchObject([
    { id: made.body.id },
  ])
})

test('a signal does not submit a draft that its service account left open', async () => {
  for (const { id } of (await as.admin.get(`${home}/actions`)).body.actions) await remove(id)
  await makeGuarded('drafted')
  await makeGuarded('signalled')
  const owner = await makeAccount('drafter')
  const { body: token } = await as.admin.post(`/api/admin/service-account/${owner}/token`, {
    description: 'drafts',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const drafter = client({ authorization: token.secret })
  const draft = await drafter.post(`${home}/features/drafted/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  expect(draft.status).toBe(202)
  const set = await makeSet([act('signalled', { action: 'ON' })], { onProtected: 'request', actorId: owner })
  await signal()
  const run = await over(set.id)
  expect(run).toMatchObject({ state: 'failed' })
  const id = requestOf(run)
  const request = (await drafter.get(`${home}/change-requests/${id}`)).body
  expect(request.state).toBe('Draft')
  expect(request.features.map(({ name }: { name: string }) => name)).toEqual(['drafted'])
  await drafter.put(`${home}/change-requests/${id}/state`, { state: 'In review' })
  await signal()
  expect((await over(set.id, 2)).state).toBe('success')
})
