import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBlocks } from './blocks.ts'
import { docs } from './pages.ts'

const folder = `${docs}using-flagstaff/runbooks/`
const runbooks = readdirSync(folder).filter((name) => name.endsWith('.md'))
/** Requests and programs that change something. */
const changes = /-X (POST|PUT|PATCH|DELETE)|\b(createdb|dropdb|pg_restore|kill|restart|override)\b/

test.each(runbooks)('the first command of %s changes nothing', (name) => {
  const { blocks } = findBlocks(readFileSync(folder + name, 'utf8'))
  const first = blocks.find(({ isHidden }) => !isHidden)
  expect(first?.text ?? '').not.toMatch(changes)
})

test('there are runbooks', () => {
  expect(runbooks.length).toBeGreaterThan(10)
})
