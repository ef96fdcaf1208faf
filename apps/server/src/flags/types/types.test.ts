import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const set = (lifetimeDays: unknown, id = 'release', actor = as.admin) =>
  actor.put(`/api/admin/feature-types/${id}/lifetime`, { lifetimeDays })

test('the six flag types are listed with their lifetimes', async () => {
  const { body } = await as.viewer.get('/api/admin/feature-types')
  expect(
    body.types.map((type: { id: string; lifetimeDays: number }) => [type.id, type.lifetimeDays]),
  ).toEqual([
    ['release', 40],
    ['experiment', 40],
    ['operational', 7],
    ['kill-switch', null],
    ['permission', null],
    ['sunset', 90],
  ])
  expect((await as.anonymous.get('/api/admin/feature-types')).status).toBe(401)
})

test('a lifetime can be set, and null or 0 means unlimited', async () => {
  expect((await set(14)).body).toMatchObject({ id: 'release', lifetimeDays: 14, objectVersion: 2 })
  expect((await set(14)).body.objectVersion).toBe(2)
  expect((await set(0)).body.lifetimeDays).toBeNull()
  expect((await set(null)).status).toBe(200)
  expect((await trail(db)).map(({ type }) => type)).toEqual(['feature-type-updated', 'feature-type-updated'])
  expect((await set(-1)).status).toBe(400)
  expect((await set(2_147_483_648)).status).toBe(400)
  expect((await set(1, 'nosuch')).status).toBe(404)
  expect((await set(1, 'release', as.editor)).status).toBe(403)
})
