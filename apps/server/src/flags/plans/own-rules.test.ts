import { expect, test } from 'vitest'
import { makeSegment } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { app, as, db } = await testApp()
await app.startWork()
const home = '/api/admin/projects/default'
const at = `${home}/features/mixed/environments/production`

// The kit fails this file if a segment is locked after a flag.
test('a plan runs beside a rule with a segment that is not part of it', async () => {
  const segment = await makeSegment(db, 'beta')
  await as.admin.post(`${home}/features`, { name: 'mixed' })
  const rule = { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default' } }
  const { body: own } = await as.admin.post(`${at}/strategies`, { ...rule, segments: [segment] })
  await as.admin.post(`${at}/on`)
  const { body: plan } = await as.admin.post(`${at}/ramp`, { steps: [5, 50], minimumMinutes: 60 })
  const started = `${at}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`
  expect((await as.admin.post(started)).status).toBe(200)
  expect((await as.admin.post(`${at}/release-plans/${plan.id}/pause`, {})).status).toBe(204)
  const change = { parameters: { rollout: '7', stickiness: 'default', groupId: 'mixed' } }
  const first = `${at}/milestone-strategies/${plan.milestones[0].strategies[0].id}`
  expect((await as.admin.put(first, change)).status).toBe(200)
  expect((await as.admin.post(`${at}/progressions/${plan.id}/resume`)).status).toBe(200)
  expect((await as.admin.post(`${at}/release-plans/${plan.id}/signals`, { reason: 'Alert.' })).status).toBe(
    204,
  )
  expect((await as.admin.delete(`${at}/release-plans/${plan.id}`)).status).toBe(200)
  const steps = [{ name: 'All', sortOrder: 0, strategies: [{ ...rule, sortOrder: 0 }] }]
  const made = await as.admin.post(`${home}/release-templates`, { name: 'Steps', milestones: steps })
  const added = await as.admin.post(`${at}/release-plans`, { templateId: made.body.id })
  expect(added.status).toBe(200)
  const { body } = await as.admin.get(at)
  expect(body.strategies[0]).toMatchObject({ id: own.id, segments: [segment] })
})

test('a waiting plan with a segment starts when its flag is turned on', async () => {
  const here = `${home}/features/waiting/environments/production`
  const segment = await makeSegment(db, 'late')
  await as.admin.post(`${home}/features`, { name: 'waiting' })
  const rule = { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default' } }
  const own = await makeSegment(db, 'own')
  await as.admin.post(`${here}/strategies`, { ...rule, segments: [own] })
  const milestones = [
    { name: 'All', sortOrder: 0, strategies: [{ ...rule, sortOrder: 0, segments: [segment] }] },
  ]
  const made = await as.admin.post(`${home}/release-templates`, { name: 'Late', milestones })
  expect((await as.admin.post(`${here}/release-plans`, { templateId: made.body.id })).status).toBe(200)
  expect((await as.admin.post(`${here}/on`)).status).toBe(200)
  expect((await as.admin.get(here)).body.strategies).toMatchObject([
    { segments: [own] },
    { segments: [segment] },
  ])
})
