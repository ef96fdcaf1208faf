import { expect, test } from 'vitest'
import { flagValueOf, openProject, readPatterns } from '../test/kit.ts'
import { messageOf } from './check.ts'
import { planRemoval } from './plan.ts'

const patterns = readPatterns()
const before = openProject(Object.fromEntries(patterns.map(({ name, before }) => [`/${name}.tsx`, before])))

/** All results by path, to compile them at once. */
const results: Record<string, string> = {}

test.each(patterns)('$name', ({ name, after, listed }) => {
  const file = before.getSourceFileOrThrow(`/${name}.tsx`)
  expect(after.size).toBeGreaterThan(0)
  for (const [title, expected] of after) {
    const plan = planRemoval([file], { key: 'new-cart', value: flagValueOf(title) })
    const text = plan.texts.get(file) ?? file.getFullText()
    expect(text, title).toBe(expected)
    results[`/${name}-${title.replace(/\W/g, '')}.tsx`] = text
    const places = plan.listed.map(({ line, reason }) => `${line}: ${reason}\n`).join('')
    expect(places, title).toBe(listed ?? '')
  }
})

test('there are at least 52 patterns, and 8 that are listed', () => {
  expect(patterns.filter(({ listed }) => listed === undefined).length).toBeGreaterThanOrEqual(52)
  expect(patterns.filter(({ listed }) => listed !== undefined).length).toBeGreaterThanOrEqual(8)
})

test('every pattern compiles before and after', () => {
  const after = openProject(results)
  expect(Object.keys(results).length).toBeGreaterThan(100)
  const errors = [...before.getPreEmitDiagnostics(), ...after.getPreEmitDiagnostics()]
  expect(errors.map((one) => `${one.getSourceFile()?.getBaseName()} ${messageOf(one)}`)).toEqual([])
})
