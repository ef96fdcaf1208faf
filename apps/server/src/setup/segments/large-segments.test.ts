import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as } = await testApp({ SEGMENT_VALUES_LIMIT: '1000000', CONSTRAINT_VALUES_LIMIT: '1000000' })

const segmentOf = (name: string, values: string[]) => ({
  name,
  constraints: [{ contextName: 'userId', operator: 'IN', values }],
})

test('a segment takes as many values as the limit allows', async () => {
  const values = Array.from({ length: 10_000 }, () => randomUUID())
  const created = await as.admin.post('/api/admin/segments', segmentOf('many', values))
  expect(created.status).toBe(201)
  const path = `/api/admin/segments/${created.body.id}`
  const longest = values.map((value) => value.padEnd(100, '.'))
  expect((await as.admin.put(path, segmentOf('many', longest))).status).toBe(204)
  expect((await as.admin.get(path)).body.constraints[0].values).toEqual(longest)
})

test('a body has an upper bound, and needs the permission before it is read', async () => {
  const values = Array<string>(100_000).fill('x'.repeat(100))
  const { status, body } = await as.admin.post('/api/admin/segments', segmentOf('larger', values))
  expect([status, body.parameters]).toEqual([413, { limit: 8_388_608 }])
  expect((await as.viewer.post('/api/admin/segments', segmentOf('larger', values))).status).toBe(403)
  expect((await as.anonymous.post('/api/admin/segments', segmentOf('larger', values))).status).toBe(401)
})
