import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { db } = await testApp()

/** Column names by table, parsed from the hand-written types. */
function declared(): Map<string, string[]> {
  const folder = new URL('./tables/', import.meta.url)
  const text = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const types = new Map(
    [...text.matchAll(/^type (\w+) = \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column = '']) => column).sort(),
    ]),
  )
  const lists = [...text.matchAll(/^export type \w+Tables = \{\n([\s\S]*?)^\}/gm)]
  return new Map(
    lists.flatMap(([, list = '']) =>
      [...list.matchAll(/^ {2}(\w+): (\w+)/gm)].map(([, table = '', type = '']): [string, string[]] => [
        table,
        types.get(type) ?? [],
      ]),
    ),
  )
}

test('the table types match the migrated database', async () => {
  const tables = await db.introspection.getTables()
  const real = new Map(
    tables
      .filter(
        ({ schema, name }) => schema === 'public' && !/^kysely|_default$|_\d{8}$|^events_\d+$/.test(name),
      )
      .map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
  )
  expect(Object.fromEntries(declared())).toEqual(Object.fromEntries(real))
})
