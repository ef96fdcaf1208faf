import { type EventType, eventTypes } from '@flagstaff/contract/event-types'
import { expect, test } from 'vitest'
import { textOf } from './summary.ts'

const event = {
  type: 'feature-strategy-add' as EventType,
  actor_name: 'ada@example.com',
  project: 'shop',
  environment: 'production',
  flag: 'new-checkout',
  data: { name: 'flexibleRollout' },
  pre_data: null,
}

test.each(eventTypes.map((type) => [type]))('%s has a label and a sentence', (type) => {
  const { label, summary } = textOf({ ...event, type })
  expect(label).toMatch(/^[A-Z]/)
  expect(summary).toMatch(/^`ada@example\.com` .+\.$/)
  expect(summary).not.toMatch(/[{}[\]?]/)
})

test('a sentence names what is known and leaves out what is not', () => {
  expect(textOf(event).summary).toBe(
    '`ada@example.com` added a rule to the flag `new-checkout` in `production` in `shop`.',
  )
  expect(textOf({ ...event, project: null, environment: null }).summary).toBe(
    '`ada@example.com` added a rule to the flag `new-checkout`.',
  )
})

test.each([
  [
    'feature-link-added',
    { url: 'https://example.com/4', title: 'Ticket 4' },
    null,
    'added the link `Ticket 4` to',
  ],
  [
    'feature-link-removed',
    null,
    { url: 'https://example.com/4' },
    'removed the link `https://example.com/4` from',
  ],
  ['feature-link-added', null, null, 'added a link to'],
  ['feature-dependency-removed', null, { feature: 'old' }, 'removed the dependency on `old` of'],
  [
    'feature-dependencies-removed',
    { dependencies: [] },
    { dependencies: [{ feature: 'a' }, { feature: 'b' }] },
    'removed all dependencies on `a, b` of',
  ],
] as const)('%s of %j and %j: it %s the flag', (type, data, pre_data, words) => {
  const { summary } = textOf({ ...event, type, data, pre_data })
  expect(summary).toBe(`\`ada@example.com\` ${words} the flag \`new-checkout\` in \`shop\`.`)
})

test('whoever is made to depend on a flag is told which', () => {
  const added = { ...event, type: 'feature-dependency-added' as const, project: null }
  expect(textOf({ ...added, data: { feature: 'parent' } }).summary).toContain('depend on `parent`.')
  expect(textOf({ ...added, data: null }).summary).toContain('depend on another flag.')
})

test.each([
  [{ name: 'beta' }, null, '`beta`'],
  [null, { name: 'gone' }, '`gone`'],
  [{ id: 7 }, null, '`7`'],
  [{ name: '' }, { id: 8 }, '`8`'],
  [[1], null, '`?`'],
  [{ type: 'team', value: 'web' }, null, '`team:web`'],
  [null, { type: 'simple', value: 'web' }, '`web`'],
  [{ name: 'a`[x](http://evil)\n# b' }, null, "`a'[x](http://evil) # b`"],
])('from %j and %j the name is %s', (data, pre_data, name) => {
  const summary = textOf({
    ...event,
    type: 'segment-updated',
    project: null,
    flag: null,
    data,
    pre_data,
  }).summary
  expect(summary).toBe(`\`ada@example.com\` updated the segment ${name}.`)
})
