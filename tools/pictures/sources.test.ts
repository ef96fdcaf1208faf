import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { beforeEach, expect, test } from 'vitest'
import { digestOf, outdated } from './sources.ts'

let root: string
beforeEach(() => {
  root = `${mkdtempSync(`${tmpdir()}/pictures-`)}/`
  mkdirSync(`${root}list/rows`, { recursive: true })
  writeFileSync(`${root}list/List.tsx`, 'one')
  writeFileSync(`${root}list/rows/Row.tsx`, 'two')
  writeFileSync(`${root}Header.tsx`, 'three')
})

test('a digest covers all files of a folder, and single files', () => {
  const before = digestOf(root, ['list', 'Header.tsx'])
  expect(digestOf(root, ['Header.tsx', 'list'])).toBe(before)
  for (const file of ['list/rows/Row.tsx', 'Header.tsx']) {
    const last = digestOf(root, ['list', 'Header.tsx'])
    writeFileSync(root + file, 'changed')
    expect(digestOf(root, ['list', 'Header.tsx'])).not.toBe(last)
  }
})

test('a renamed file changes the digest, and a test does not', () => {
  const before = digestOf(root, ['list'])
  writeFileSync(`${root}list/rows/rows.test.ts`, 'a test')
  expect(digestOf(root, ['list'])).toBe(before)
  writeFileSync(`${root}list/rows/Cell.tsx`, '')
  expect(digestOf(root, ['list'])).not.toBe(before)
})

test('a picture of a folder that does not exist is refused', () => {
  expect(() => digestOf(root, ['lists'])).toThrow('there is no')
})

test('pictures are outdated if their screens changed, or if they were never taken', () => {
  const pictures = [
    { name: 'list', shows: ['list'] },
    { name: 'header', shows: ['Header.tsx'] },
    { name: 'new', shows: ['list'] },
  ]
  const taken = {
    list: { width: 1, height: 1, sources: digestOf(root, ['list']) },
    header: { width: 1, height: 1, sources: digestOf(root, ['Header.tsx']) },
  }
  expect(outdated(root, pictures, taken)).toEqual(['new'])
  writeFileSync(`${root}list/List.tsx`, 'changed')
  expect(outdated(root, pictures, taken)).toEqual(['list', 'new'])
})
