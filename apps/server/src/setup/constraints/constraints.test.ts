import { limits } from '@flagstaff/contract/limits'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { checkConstraint, checkSizes } from './rules.ts'

const { as } = await testApp()
const validate = (constraint: object) => as.viewer.post('/api/admin/constraints/validate', constraint)

test.each([
  { contextName: 'plan', operator: 'IN', values: ['team'] },
  { contextName: 'age', operator: 'NUM_GT', value: '1e3' },
  { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01' },
  { contextName: 'appVersion', operator: 'SEMVER_GTE', value: '1.2.3-beta.1+build' },
  { contextName: 'email', operator: 'REGEX', value: '@acme[.]com$' },
  { contextName: 'remoteAddress', operator: 'IN_CIDR', values: ['10.0.0.0/8', '::1'] },
])('$operator with $value$values can be saved', async (constraint) => {
  expect((await validate(constraint)).status).toBe(204)
})

test.each([
  [{ contextName: ' ', operator: 'IN', values: ['a'] }, 'needs the name of a context field'],
  [{ contextName: 'plan', operator: 'IN', values: [] }, 'at least one value'],
  [{ contextName: 'plan', operator: 'STR_CONTAINS', values: [' '] }, 'does not take empty values'],
  [{ contextName: 'age', operator: 'NUM_GT', value: '0x10' }, 'is not a number'],
  [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: 'soon' }, 'is not a date'],
  [{ contextName: 'appVersion', operator: 'SEMVER_EQ', value: 'v1.2.3' }, 'is not a version'],
  [{ contextName: 'email', operator: 'REGEX', value: '(?=a)' }, 'RE2'],
  [{ contextName: 'email', operator: 'REGEX', value: 'a', inverted: true }, 'cannot be inverted'],
  [{ contextName: 'email', operator: 'REGEX', value: 'a'.repeat(501) }, 'at most 500 characters'],
  [{ contextName: 'email', operator: 'REGEX', value: '(?:a{1000}){1000}' }, 'at most 1000 steps'],
  [{ contextName: 'remoteAddress', operator: 'IN_CIDR', values: ['10.0.0.0/99'] }, 'is not an address'],
  [{ contextName: 'plan', operator: 'IS_NICE', values: ['a'] }, 'must be equal to one of the allowed values'],
])('%j is refused', async (constraint, reason) => {
  const { status, body } = await validate(constraint)
  expect(status).toBe(400)
  expect(body.message).toContain(reason)
})

test('a constraint stored above the limit can be saved again, but cannot grow', () => {
  const many = (count: number) => [
    { contextName: 'userId', operator: 'IN' as const, values: Array(count).fill('x') },
  ]
  const most = limits.constraintValues
  expect(() => checkSizes(many(most), limits)).not.toThrow()
  expect(() => checkSizes(many(most + 1), limits)).toThrow('limit')
  expect(() => checkSizes(many(most + 5), limits, many(most + 5))).not.toThrow()
  expect(() => checkSizes(many(most + 6), limits, many(most + 5))).toThrow('limit')
})

test('patterns stored above the bounds can be saved again, but none can be added', () => {
  const pattern = (value: string) => ({ contextName: 'email', operator: 'REGEX' as const, value })
  const stored = [pattern('a'.repeat(2_000)), pattern('b{900}')]
  const save = (constraints: typeof stored) => {
    for (const constraint of constraints) checkConstraint(constraint, new Map(), stored)
    checkSizes(constraints, limits, stored)
  }
  expect(() => save(stored)).not.toThrow()
  expect(() => save([pattern('c{1001}')])).toThrow('steps')
  expect(() => save([...stored, pattern('c')])).toThrow('together')
  expect(() => checkSizes([pattern('a{600}'), pattern('b{600}')], limits)).toThrow('together')
})

test('a caller can check hundreds of constraints in a minute, not thousands', async () => {
  const statuses = new Set<number>()
  for (let call = 0; call < 501; call++)
    statuses.add((await as.editor.post('/api/admin/constraints/validate', constraintOf(call))).status)
  expect([...statuses]).toEqual([204, 429])
  expect((await as.admin.post('/api/admin/constraints/validate', constraintOf(0))).status).toBe(204)
})

const constraintOf = (call: number) => ({ contextName: 'plan', operator: 'IN', values: [`team-${call}`] })
