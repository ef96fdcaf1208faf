import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { slices } from '../../slices.ts'
import { owners } from './owners.ts'

const source = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['platform', ...Object.keys(slices)]

/** Writes in the source, with the query builder or in SQL. */
const WRITE = /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|(?:insert into|update|delete from)\s+(\w+)\b/g

function findWrites(): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>(Object.keys(owners).map((table) => [table, new Set()]))
  for (const file of globSync('**/*.ts', { cwd: source })) {
    if (file.endsWith('.test.ts')) continue
    const folder = folders.find((name) => file.startsWith(`${name}/`))
    for (const [, built, written] of readFileSync(`${source}${file}`, 'utf8').matchAll(WRITE))
      if (folder) writers.get(built ?? written ?? '')?.add(folder)
  }
  return writers
}

/** These are written by functions and triggers in the migrations. */
const inDatabase = {
  counter: ['platform'],
  published: ['platform'],
  events: ['platform'],
  heads: ['platform'],
}
/** These are views. */
const views = {
  project_access: ['people/access'],
  root_access: ['people/access'],
  usage_counts: ['insight/usage'],
}

test('the map of table owners names exactly the slices that write each table', () => {
  const written = [...findWrites()].map(([table, writers]) => {
    const elsewhere = { ...inDatabase, ...views } as Record<string, string[]>
    return [table, [...new Set([...writers, ...(elsewhere[table] ?? [])])].sort()]
  })
  const named = Object.entries(owners).map(([table, names]) => [table, [...names].sort()])
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(named))
})

test('every owner is a slice, and every folder with a slice is in the list', () => {
  expect(folders).toEqual(expect.arrayContaining(Object.values(owners).flat()))
  const found = globSync('**/slice.ts', { cwd: source }).map((file) => file.replace('/slice.ts', ''))
  expect(found.sort()).toEqual(Object.keys(slices).sort())
})
