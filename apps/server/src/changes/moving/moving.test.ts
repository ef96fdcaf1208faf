import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const TOKEN = '*:*.of-the-source'
const source = { url: 'https://127.0.0.1:65533', token: TOKEN }
const read = async () => (await as.admin.get('/api/admin/move')).body

beforeEach(() => sql`delete from moving`.execute(db))

test('no move was started', async () => {
  expect(await read()).toEqual({ phase: 'none' })
  expect((await as.admin.delete('/api/admin/move')).status).toBe(204)
})

test('only administrators move', async () => {
  for (const step of ['plan', 'import', 'compare'])
    expect((await as.editor.post(`/api/admin/move/${step}`, source)).status).toBe(403)
  expect((await as.editor.get('/api/admin/move')).status).toBe(403)
})

test('a URL must be one, without a password', async () => {
  for (const url of ['unleash', 'ftp://unleash.example.com', 'https://me:secret@unleash.example.com'])
    expect((await as.admin.post('/api/admin/move/plan', { url, token: TOKEN })).status).toBe(400)
  expect(await read()).toEqual({ phase: 'none' })
})

test('private addresses are not called, and the token is not stored', async () => {
  const { status, body } = await as.admin.post('/api/admin/move/plan', source)
  expect({ status, phase: body.phase }).toEqual({
    status: 202,
    phase: expect.stringMatching(/planning|failed/),
  })
  await expect.poll(read).toMatchObject({
    phase: 'failed',
    url: source.url,
    error: expect.stringContaining('private address'),
  })
  const { rows } = await sql<{ text: string }>`select state::text as text from moving`.execute(db)
  expect(rows[0]?.text).not.toContain('of-the-source')
})

test('steps run one after another, and an interrupted one can be repeated', async () => {
  const state = { phase: 'importing', url: source.url }
  await sql`insert into moving (id, state) values (1, ${JSON.stringify(state)}::jsonb)`.execute(db)
  expect((await as.admin.post('/api/admin/move/compare', source)).status).toBe(409)
  await sql`update moving set updated_at = now() - interval '1 minute'`.execute(db)
  expect(await read()).toMatchObject({ phase: 'interrupted' })
  expect((await as.admin.post('/api/admin/move/compare', source)).status).toBe(202)
  await expect.poll(read).toMatchObject({ phase: 'failed' })
})
