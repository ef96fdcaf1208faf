import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const url = '/api/admin/views'
const names = async (who: keyof typeof as) =>
  (await as[who].get(url)).body.views.map((view: { name: string }) => view.name)

test('saving a view under the same name replaces it', async () => {
  const { status, body } = await as.viewer.put(url, { name: ' Stale ones ', search: 'state=stale' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'Stale ones', project: null, search: 'state=stale' })
  const again = await as.viewer.put(url, { name: 'Stale ones', search: 'state=stale&sort=name' })
  expect(again.body).toEqual({ ...body, search: 'state=stale&sort=name' })
  expect((await as.viewer.put(url, { name: 'Stale ones', project: 'default', search: '' })).body.id).not.toBe(
    body.id,
  )
  expect(await names('viewer')).toEqual(['Stale ones', 'Stale ones'])
})

test('only the owner can see and delete a view', async () => {
  expect(await names('editor')).toEqual([])
  const [view] = (await as.viewer.get(url)).body.views
  expect((await as.editor.delete(`${url}/${view.id}`)).status).toBe(404)
  expect((await as.viewer.delete(`${url}/${view.id}`)).status).toBe(204)
  expect(await names('viewer')).toHaveLength(1)
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test('a view cannot be saved for a project that the caller cannot see', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  expect((await as.viewer.put(url, { name: 'x', project: 'hidden', search: '' })).status).toBe(404)
  expect((await as.viewer.put(url, { name: 'x', project: 'nosuch', search: '' })).status).toBe(404)
})

test('the name, the length and the number of views are limited', async () => {
  expect((await as.viewer.put(url, { name: '  ', search: '' })).status).toBe(400)
  expect((await as.viewer.put(url, { name: 'x', search: 'y'.repeat(2001) })).status).toBe(400)
  for (let count = 0; count < 50; count += 1)
    expect((await as.editor.put(url, { name: `view ${count}`, search: '' })).status).toBe(200)
  expect((await as.editor.put(url, { name: 'one more', search: '' })).body).toMatchObject({
    code: 'limitReached',
  })
  expect((await as.editor.put(url, { name: 'view 7', search: 'q=a' })).status).toBe(200)
})
