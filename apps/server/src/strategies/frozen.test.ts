import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const { as, db } = await testApp({
  UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION: 'true',
  FLAGSTAFF_DISABLE_CUSTOM_STRATEGY_EDITING: 'true',
})
const admin = '/api/admin'

test('a server can keep everybody from defining strategies, and says by what', async () => {
  const answer = await as.admin.post(`${admin}/strategies`, { name: 'mine', parameters: [] })
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({
    details: [{ message: expect.stringContaining('UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION') }],
  })
})

test('those there are stay as they are, and can still go away', async () => {
  await db.insertInto('strategy_types').values({ name: 'old', parameters: '[]' }).execute()
  const change = await as.admin.put(`${admin}/strategies/old`, { title: 'New', parameters: [] })
  expect(change.status).toBe(403)
  expect((await as.admin.get(`${admin}/strategies/old`)).body).toMatchObject({ title: null })
  expect((await as.admin.post(`${admin}/strategies/old/deprecate`)).status).toBe(200)
  expect((await as.admin.delete(`${admin}/strategies/old`)).status).toBe(200)
})

test('the interface is told', async () => {
  expect((await as.viewer.get(`${admin}/ui-config`)).body).toMatchObject({
    flags: { disableCustomStrategyCreation: true, disableCustomStrategyEditing: true },
  })
})
