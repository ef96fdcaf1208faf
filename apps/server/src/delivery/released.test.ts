import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { live } from '../../test/fixtures.ts'
import { testApp } from '../../test/kit.ts'

const { as, db } = await testApp()
const features = '/api/admin/projects/default/features'
const turn = (name: string, state: 'on' | 'off') =>
  as.admin.post(`${features}/${name}/environments/development/${state}`)
const releasedDocs = async () =>
  ((await live(db, 'flag', 'development')) as { name: string; doc: { released?: true } }[])
    .filter(({ doc }) => doc.released)
    .map(({ name }) => name)

for (const name of ['on', 'off-again', 'off-without-rules', 'never']) await as.admin.post(features, { name })
for (const name of ['on', 'off-again', 'off-without-rules']) await turn(name, 'on')
for (const name of ['off-again', 'off-without-rules']) await turn(name, 'off')
const rules = `${features}/off-without-rules/environments/development/strategies`
for (const { id } of (await as.admin.get(rules)).body) await as.admin.delete(`${rules}/${id}`)

test('a flag that is turned off again stays marked as released, in that environment only', async () => {
  expect((await releasedDocs()).sort()).toEqual(['off-again', 'off-without-rules'])
  expect(await live(db, 'flag', 'production')).toEqual([])
  await turn('off-again', 'on')
  expect(await releasedDocs()).toEqual(['off-without-rules'])
  await turn('off-again', 'off')
})

test('a clone of a released flag starts as unreleased', async () => {
  expect((await as.admin.post(`${features}/off-again/clone`, { name: 'copy' })).status).toBe(201)
  expect(await releasedDocs()).not.toContain('copy')
})

test('the migration finds released flags in the history and marks their documents', async () => {
  const migration = readFileSync(new URL('../../migrations/0050-released-flags.sql', import.meta.url), 'utf8')
  const before = await releasedDocs()
  class Undo extends Error {}
  const inside = db.transaction().execute(async (trx) => {
    await sql`delete from published where kind = 'flag' and environment <> '*' and until_revision is null
      and name = 'off-without-rules'`.execute(trx)
    await sql`update published set doc = (doc::jsonb - 'released')::json where kind = 'flag'`.execute(trx)
    await sql`drop trigger flag_environments_release on flag_environments`.execute(trx)
    await sql`drop function remember_release`.execute(trx)
    await sql`alter table flag_environments drop column released_at`.execute(trx)
    await sql.raw(migration).execute(trx)
    const { rows } = await sql<{ name: string }>`select name from published
      where until_revision is null and doc ->> 'released' = 'true'
        and environment = 'development'`.execute(trx)
    expect(rows.map(({ name }) => name).sort()).toEqual(before.sort())
    throw new Undo()
  })
  await expect(inside).rejects.toThrow(Undo)
})
