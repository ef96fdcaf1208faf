import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp({
  UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION: 'true',
  FLAGSTAFF_DISABLE_CUSTOM_STRATEGY_EDITING: 'true',
})
const admin = '/api/admin'

test('custom strategies cannot be created if the settings forbid it, and the error names the setting', async () => {
  const answer = await as.admin.post(`${admin}/strategies`, { name: 'mine', parameters: [] })
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({
    details: [{ message: expect.stringContaining('UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION') }],
  })
})

test('existing custom strategies cannot be edited, but can be deprecated and deleted', async () => {
  await db.insertInto('strategy_types').values({ name: 'old', parameters: '[]' }).execute()
  const change = await as.admin.put(`${admin}/strategies/old`, { title: 'New', parameters: [] })
  expect(change.status).toBe(403)
  expect((await as.admin.get(`${admin}/strategies/old`)).body).toMatchObject({ title: null })
  expect((await as.admin.post(`${admin}/strategies/old/deprecate`)).status).toBe(200)
  expect((await as.admin.delete(`${admin}/strategies/old`)).status).toBe(200)
})

test('ui-config contains these settings', async () => {
  expect((await as.viewer.get(`${admin}/ui-config`)).body).toMatchObject({
    flags: { disableCustomStrategyCreation: true, disableCustomStrategyEditing: true },
  })
})
