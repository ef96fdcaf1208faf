import { expect, test } from 'vitest'
import { confine } from './listed-projects.ts'

test('a list of projects contains only those that the reader sees', () => {
  const content = { id: 1, projects: ['default', 'hidden', '*'] }
  expect(confine(content, 'all')).toBe(content)
  expect(confine(content, new Set(['default']))).toEqual({ id: 1, projects: ['default', '*'] })
})

test('other contents stay as they are', () => {
  for (const content of [null, 'hidden', ['hidden'], { projects: 'hidden' }, { name: 'hidden' }])
    expect(confine(content, new Set())).toBe(content)
})
