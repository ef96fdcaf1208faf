import { expect, test } from 'vitest'
import { type Client, testApp } from '../../../../test/kit.ts'

const { app, as } = await testApp()
await app.startWork()
const home = '/api/admin/projects/default'
const requests = `${home}/change-requests`
const why = { headers: { 'x-change-reason': 'tests' } }
const propose = { headers: { prefer: 'propose' } }
const protect = (requiredApprovals: number) =>
  as.admin.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true, requiredApprovals },
    why,
  )
const move = (who: Client, id: number, state: string, more: object = {}, options: object = {}) =>
  who.put(`${requests}/${id}/state`, { state, ...more }, options)
const ruleWith = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
})
let count = 0
async function inReview(author: Client = as.owner) {
  const name = `edition-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const at = `${home}/features/${name}/environments/production/strategies`
  const rule = (await as.admin.post(at, ruleWith('50'), why)).body.id
  const edit = (rollout: string) => author.put(`${at}/${rule}`, ruleWith(rollout), propose)
  const { body } = await edit('60')
  await move(author, body.id, 'In review')
  return { id: body.id as number, edit }
}

test('an approval of a request that was edited in review names the edition', async () => {
  await protect(1)
  const { id, edit } = await inReview()
  const edited = await edit('90')
  expect(edited.body.edition).toBe(2)
  const blind = await move(as.admin, id, 'Approved')
  expect([blind.status, blind.body.code]).toEqual([409, 'editionNeeded'])
  const any = await move(as.admin, id, 'Approved', {}, { headers: { 'if-match': '*' } })
  expect(any.body.code).toBe('editionNeeded')
  const old = await move(as.admin, id, 'Approved', { edition: 1 })
  expect([old.status, old.body.code]).toEqual([409, 'otherEdition'])
  expect((await move(as.admin, id, 'Approved', { edition: 2 })).body.state).toBe('Approved')
  const etag = { headers: { 'if-match': `"${(await edit('95')).body.objectVersion}"` } }
  expect((await move(as.admin, id, 'Approved', {}, etag)).body.state).toBe('Approved')
  await move(as.owner, id, 'Cancelled')
})

test('a request that was not edited since it was sent to review is approved as it is', async () => {
  const { id } = await inReview()
  expect((await move(as.admin, id, 'Approved')).body.state).toBe('Approved')
  await move(as.owner, id, 'Cancelled')
})

test('more required approvals send approved requests back to review', async () => {
  const [approved, scheduled, other] = [
    await inReview(),
    await inReview(as.member),
    await inReview(as.editor),
  ]
  for (const { id } of [approved, scheduled]) await move(as.admin, id, 'Approved')
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  expect((await move(as.member, scheduled.id, 'Scheduled', { scheduledAt })).status).toBe(200)
  await protect(2)
  const read = async (id: number) => (await as.admin.get(`${requests}/${id}`)).body
  expect(await read(approved.id)).toMatchObject({
    state: 'In review',
    minApprovals: 2,
    affects: [{ given: 1, needed: 2 }],
  })
  expect((await move(as.owner, approved.id, 'Applied')).body.code).toBe('wrongState')
  expect(await read(scheduled.id)).toMatchObject({ affects: [{ given: 1, needed: 2 }] })
  expect((await move(as.member, scheduled.id, 'Applied')).body.code).toBe('approvalsLapsed')
  const again = await move(as.member, scheduled.id, 'Scheduled', { scheduledAt })
  expect(again.body.code).toBe('approvalsLapsed')
  expect((await move(as.admin, other.id, 'Approved')).body.state).toBe('In review')
})
