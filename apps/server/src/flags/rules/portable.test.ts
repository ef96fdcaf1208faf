import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const project = '/api/admin/projects/default'
let rules = ''
let count = 0

beforeEach(async () => {
  const flag = `portable-${++count}`
  rules = `${project}/features/${flag}/environments/development/strategies`
  await as.admin.post(`${project}/features`, { name: flag })
})

const two = (...stickiness: string[]) =>
  ['a', 'b'].map((name, index) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: stickiness[index] ?? stickiness[0],
  }))
const on = (contextName: string, operator: string, value: string | string[]) => ({
  constraints: [{ contextName, operator, ...(Array.isArray(value) ? { values: value } : { value }) }],
})
const sticky = (stickiness: string) => ({ rollout: '50', stickiness, groupId: 'g' })

test.each<[string, object, string]>([
  [
    'variants with another stickiness than their rule',
    { parameters: sticky('userId'), variants: two('sessionId') },
    'The rule has the stickiness userId, and its variants have sessionId. Use one for all',
  ],
  [
    'variants that differ in their stickiness',
    { name: 'default', variants: two('userId', 'sessionId') },
    'The rule has the stickiness userId, and its variants have sessionId. Use one for all',
  ],
  ['a date in another field than the clock', on('signedUp', 'DATE_AFTER', '2026-01-01'), 'currentTime'],
  ['a quote in a field', on('my"field', 'IN', ['a']), 'the name of a context field'],
  ['a value that ends with a backslash', on('path', 'STR_ENDS_WITH', ['\\']), 'REGEX'],
  ['an intersection in a pattern', on('userId', 'REGEX', '^[a&&b]$'), 'inside of brackets'],
  ['a bracket in a character class', on('userId', 'REGEX', '[a[b]'), 'inside of brackets'],
  ['a backslash in a group', { parameters: { ...sticky('userId'), groupId: 'g\\' } }, 'groupId'],
  ['a quote in a stickiness', { parameters: sticky('a"b') }, 'stickiness'],
  ['a quote in addresses', { name: 'remoteAddress', parameters: { IPs: '"10.0.0.1' } }, 'IPs'],
  ['a quote in hosts', { name: 'applicationHostname', parameters: { hostNames: '"a' } }, 'hostNames'],
])('%s cannot be saved, because SDKs disagree', async (_what, body, reason) => {
  const refused = await as.member.post(rules, { name: 'flexibleRollout', ...body })
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(reason)])
})

test.each<[string, object]>([
  ['one stickiness', { parameters: sticky('userId'), variants: two('userId') }],
  ['quotes in values', on('name', 'IN', ['a"b', 'a\\b'])],
  ['escaped characters in a class', on('userId', 'REGEX', '[a\\[&\\]-]|[[:alpha:]]')],
])('%s can be saved', async (_what, body) => {
  expect((await as.member.post(rules, { name: 'flexibleRollout', ...body })).status).toBe(200)
})

test('a rule of another kind names the stickiness of its variants', async () => {
  const { body } = await as.member.post(rules, { name: 'default', variants: two('sessionId') })
  expect(body.parameters).toEqual({ groupId: `portable-${count}`, stickiness: 'sessionId' })
})

test('a stored rule that SDKs evaluate differently stays, can be edited, and warns', async () => {
  const { body: rule } = await as.member.post(rules, {
    name: 'flexibleRollout',
    parameters: sticky('userId'),
    variants: two('userId'),
    ...on('signedUp', 'NUM_GT', '5'),
  })
  const stored = {
    constraints: [{ ...rule.constraints[0], operator: 'DATE_AFTER', value: '2026-01-01T00:00:00Z' }],
    variants: two('sessionId'),
  }
  await db
    .updateTable('rules')
    .set({ constraints: JSON.stringify(stored.constraints), variants: JSON.stringify(stored.variants) })
    .where('id', '=', rule.id)
    .execute()
  const saved = await as.member.put(`${rules}/${rule.id}`, { ...rule, ...stored, title: 'Edited' })
  expect([saved.status, saved.body]).toMatchObject([200, { title: 'Edited', ...stored }])
  const warnings = JSON.parse(String(saved.headers['x-warnings']))
  expect(warnings).toEqual([
    expect.stringContaining('Java, Python, Ruby, Rust and .NET choose a variant by userId'),
    expect.stringContaining('signedUp'),
  ])
  const worse = await as.member.put(`${rules}/${rule.id}`, { ...rule, ...stored, variants: two('plan') })
  expect(worse.status).toBe(400)
})
