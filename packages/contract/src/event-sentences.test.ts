import { expect, test } from 'vitest'
import { markdown, plain, type SentenceEvent, sentenceOf, slack } from './event-sentences.ts'
import { eventTexts, places } from './event-texts.ts'
import { eventTypes } from './event-types.ts'

const event: SentenceEvent = {
  type: 'feature-strategy-add',
  project: 'shop',
  environment: 'production',
  featureName: 'new-checkout',
  data: { name: 'flexibleRollout' },
}
const tell = (change: Partial<SentenceEvent>, where = false) =>
  sentenceOf({ ...event, ...change }, { where, render: plain }).join('')

test.each(eventTypes)('%s has a label and a sentence, and every place in it exists', (type) => {
  const [label, sentence] = eventTexts[type]
  expect(label).toMatch(/^[A-Z].*\w$/)
  expect(sentence).toMatch(/^[a-z].*[\w}\]]$/)
  for (const [, place] of sentence.matchAll(/\{([^}]*)\}/g)) expect(places).toContain(place)
  expect(tell({ type }, true)).not.toMatch(/[{}[\]|]/)
  expect(tell({ type, project: null, environment: null, featureName: null, data: null }, true)).not.toMatch(
    /[{}[\]|]|undefined|null/,
  )
})

test('a change in a change request names its flag', () => {
  expect(tell({ type: 'change-added' })).toBe('added a change of new-checkout to a change request')
  expect(tell({ type: 'change-edited', featureName: null })).toBe('edited a change in a change request')
})

test('the catalogue has no text without an event type', () => {
  expect(Object.keys(eventTexts).sort()).toEqual([...eventTypes].sort())
})

test('the environment and project are named if they are known and the sentence does not name them', () => {
  expect(tell({}, true)).toBe('added a rule to new-checkout in production in the project shop')
  expect(tell({ project: null, environment: null }, true)).toBe('added a rule to new-checkout')
  expect(tell({ type: 'project-environment-added' }, true)).toBe(
    'added the environment production to the project shop',
  )
  expect(tell({})).toBe('added a rule to new-checkout')
})

test.each([
  ['feature-strategy-update', { title: 'Ramp' }, null, 'updated the rule Ramp of new-checkout'],
  ['feature-strategy-remove', null, { title: '' }, 'removed a rule from new-checkout'],
  [
    'feature-link-added',
    { url: 'https://example.com/4', title: 'Ticket 4' },
    null,
    'added the link Ticket 4 to new-checkout',
  ],
  [
    'feature-link-removed',
    null,
    { url: 'https://example.com/4' },
    'removed the link https://example.com/4 from new-checkout',
  ],
  ['feature-link-added', null, null, 'added a link to new-checkout'],
  ['feature-dependency-added', { feature: 'old' }, null, 'made new-checkout depend on old'],
  ['feature-dependency-added', null, null, 'made new-checkout depend on another flag'],
  ['feature-dependency-removed', null, { feature: 'old' }, 'removed the dependency of new-checkout on old'],
  ['feature-dependency-removed', null, null, 'removed a dependency of new-checkout'],
  [
    'feature-dependencies-removed',
    { dependencies: [] },
    { dependencies: [{ feature: 'a' }, { feature: 'b' }] },
    'removed all dependencies of new-checkout on a, b',
  ],
] as const)('%s of %j and %j: %s', (type, data, preData, sentence) => {
  expect(tell({ type, data, preData })).toBe(sentence)
})

test.each([
  [{ name: 'beta' }, null, 'beta'],
  [null, { name: 'gone' }, 'gone'],
  [{ id: 7 }, null, '7'],
  [{ name: '' }, { id: 8 }, '8'],
  [[1], null, '?'],
  [{ type: 'team', value: 'web' }, null, 'team:web'],
  [null, { type: 'simple', value: 'web' }, 'web'],
  [null, { type: 'simple', value: 'a:b' }, 'simple:a:b'],
])('given %j and %j, the name is %s', (data, preData, name) => {
  expect(tell({ type: 'segment-updated', featureName: null, data, preData })).toBe(
    `updated the segment ${name}`,
  )
})

test('Markdown and Slack cannot be injected through a name', () => {
  const evil = { type: 'segment-updated', data: { name: 'a`[x](http://evil)\n# <b>' } } as const
  const tellAs = (render: typeof plain) => sentenceOf(evil, { where: false, render }).join('')
  expect(tellAs(markdown())).toBe("updated the segment `a'[x](http://evil) # <b>`")
  expect(tellAs(slack())).toBe("updated the segment `a'[x](http://evil) # &lt;b&gt;`")
})

test('names link to their pages, unless the object was deleted', () => {
  const moved = { type: 'feature-project-change', project: 'shop', featureName: 'a(b)' } as const
  const base = 'https://flags.example.com'
  expect(sentenceOf(moved, { where: true, render: markdown(base) }).join('')).toBe(
    `moved the flag [\`a(b)\`](${base}/projects/shop/features/a%28b%29) to the project [\`shop\`](${base}/projects/shop)`,
  )
  expect(sentenceOf(moved, { where: false, render: slack(base) }).join('')).toBe(
    `moved the flag <${base}/projects/shop/features/a%28b%29|a(b)> to the project <${base}/projects/shop|shop>`,
  )
  const deleted = { ...moved, type: 'feature-deleted' } as const
  expect(sentenceOf(deleted, { where: false, render: markdown(base) }).join('')).toBe(
    'deleted the flag `a(b)`',
  )
})
