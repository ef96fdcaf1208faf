import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cleanDatabase } from '../../../test/kit.ts'
import { openDatabase } from '../database/database.ts'

// Small and large changes are published by two SQL functions, which must have the same result.

const database = openDatabase({ url: await cleanDatabase(), poolSize: 1 })
const { db } = database
afterAll(() => database.close())

const document = (name: string, environment: string, doc: object, kind = 'flag', project = 'default') => ({
  kind,
  environment,
  name,
  project,
  format: 1,
  doc,
  meta: {},
  heads: [project, '*'],
})
const all = (name: string) => ({ kind: 'flag', name, environment: null })

const changes = [
  {
    documents: [
      ...['a', 'b', 'c'].flatMap((name) =>
        ['*', 'development'].map((at) => document(name, at, { version: 1 })),
      ),
      document('secret', '*', { hash: 'abc' }, 'token'),
    ],
    sweep: ['a', 'b', 'c'].map(all),
  },
  {
    documents: [
      document('a', '*', { version: 2 }),
      document('a', 'development', { version: 1 }),
      document('b', 'development', { version: 2 }, 'flag', 'other'),
      document('b', '*', { version: 1 }),
    ],
    sweep: [all('a'), { kind: 'flag', name: 'b', environment: 'development' }],
  },
  { documents: [], sweep: [all('c'), { kind: 'token', name: 'secret', environment: null }] },
]

async function leftBy(publish: 'publish_few' | 'publish_many') {
  class Undo extends Error {}
  const left: unknown[] = []
  const trying = db.transaction().execute(async (tx) => {
    for (const [index, { documents, sweep }] of changes.entries()) {
      await sql`select ${sql.ref(publish)}(${100 + index}::bigint, ${Buffer.from([index])}, ${JSON.stringify(documents)}::json,
        ${JSON.stringify(sweep)}::json)`.execute(tx)
      const published = await sql`select * from published where name in ('a', 'b', 'c', 'secret')
        order by kind, name, environment, from_revision`.execute(tx)
      const heads = await sql`select * from heads order by environment, project`.execute(tx)
      left.push({ published: published.rows, heads: heads.rows })
    }
    throw new Undo()
  })
  await expect(trying).rejects.toThrow(Undo)
  return left
}

test('publish_many and publish_few have the same result', async () => {
  const many = await leftBy('publish_many')
  expect(many).toEqual(await leftBy('publish_few'))
  const [first, second, third] = many as { published: { name: string; until_revision: unknown }[] }[]
  const live = (at?: { published: { name: string; until_revision: unknown }[] }) =>
    at?.published.filter((row) => row.until_revision === null).map(({ name }) => name)
  expect(live(first)).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'secret'])
  expect(second?.published).toHaveLength(9)
  expect(live(third)).toEqual(['a', 'a', 'b', 'b'])
})
