import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFilling } from './filling.ts'
import type { Postgres } from './postgres.ts'

let data = ''
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'flagstaff-'))
  mkdirSync(join(data, 'postgres'))
})
afterEach(() => rmSync(data, { recursive: true }))

const mark = (...names: string[]) => {
  for (const name of names) writeFileSync(join(data, name), '')
}

/** Whether a start replaces the database. */
async function startsOver(isDemo: boolean): Promise<boolean> {
  let isReplaced = false
  const postgres: Postgres = {
    url: '',
    startOver: async () => {
      isReplaced = true
    },
    stop: async () => {},
  }
  await openFilling(data, isDemo).startOver(postgres)
  return isReplaced
}

test.each([true, false])('an unfinished demo is removed (with --demo: %s)', async (isDemo) => {
  mark('filling')
  expect(await startsOver(isDemo)).toBe(true)
  expect(existsSync(join(data, 'filling'))).toBe(isDemo)
})

test.each([
  ['a demo that was finished', true, ['filling', 'demo']],
  ['an installation with a marker that was left over', false, ['filling', 'welcomed']],
] as const)('%s is kept', async (_name, isDemo, marks) => {
  mark(...marks)
  expect(await startsOver(isDemo)).toBe(false)
  expect(existsSync(join(data, 'filling'))).toBe(false)
})
