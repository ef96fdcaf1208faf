import { expect, test } from 'vitest'
import { live, makeFlag, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { acceptVariants } from './weights.ts'

const { as, db } = await testApp()
const features = '/api/admin/projects/default/features'
const old = [{ name: 'old', weight: 1000, weightType: 'variable', stickiness: 'default' }]
await makeFlag(db, 'new', { environments: { development: {}, production: {} } })
await makeFlag(db, 'legacy', { environments: { development: { variants: old }, production: {} } })

const at = (flag = 'legacy', environment = 'development') =>
  `${features}/${flag}/environments/${environment}/variants`
const variable = (name: string, more: object = {}) => ({
  name,
  weight: 0,
  weightType: 'variable' as const,
  ...more,
})
const fix = (name: string, weight: number) => ({ name, weight, weightType: 'fix' as const })

const text = (list: { name: string; weight: number }[]) =>
  list.map(({ name, weight }) => `${name} ${weight}`).join(', ')

test.each([
  [[variable('a')], 'a 1000'],
  [[variable('a'), variable('b'), variable('c')], 'a 334, b 333, c 333'],
  [[...'abcdefg'].map((name) => variable(name)), 'a 143, b 143, c 143, d 143, e 143, f 143, g 142'],
  [[...'gfedcba'].map((name) => variable(name)), 'a 142, b 143, c 143, d 143, e 143, f 143, g 143'],
  [[fix('z', 333), variable('a'), variable('m')], 'a 334, m 333, z 333'],
  [[fix('z', 1000), variable('a')], 'a 0, z 1000'],
  [[], ''],
])('weights add up to 1000, and variants are sorted: %j', (variants, expected) => {
  expect(text(acceptVariants(variants))).toBe(expected)
})

const payload = (type: string, value: string) => ({ payload: { type, value } })

test.each([
  ['only fixed weights', [fix('a', 500)]],
  ['fixed weights above 100 %', [fix('a', 900), fix('b', 200), variable('c')]],
  ['the same name twice', [variable('a'), variable('a')]],
  ['a name that is not URL-safe', [variable('a b')]],
  ['a fractional weight', [{ ...variable('a'), weight: 0.5 }]],
  ['an empty payload', [variable('a', payload('string', ''))]],
  ['broken JSON', [variable('a', payload('json', '{'))]],
  ['an invalid number', [variable('a', payload('number', 'abc'))]],
  ['an infinite number', [variable('a', payload('number', 'Infinity'))]],
])('variants with %s are refused', (_what, variants) => {
  expect(() => acceptVariants(variants)).toThrow(expect.objectContaining({ code: 'badData' }))
})

test('valid payloads are accepted', () => {
  const all = [
    ['json', '{"a":1}'],
    ['number', '-1.5e3'],
    ['csv', 'a,b'],
    ['string', ' '],
  ] as const
  expect(acceptVariants(all.map(([type, value]) => variable(type, payload(type, value))))).toHaveLength(4)
})

test('existing variants outside of rules can be edited', async () => {
  expect((await as.viewer.get(at())).body).toEqual({ version: 1, variants: old })
  const sent = [variable('b', { overrides: [{ contextName: 'userId', values: ['1'] }] }), variable('a')]
  const { status, body } = await as.member.put(at(), sent)
  expect(status).toBe(200)
  expect(text(body.variants)).toBe('a 500, b 500')
  expect(body.variants[1]).toMatchObject({ stickiness: 'default', overrides: [{ values: ['1'] }] })
  expect((await trail(db)).at(-1)).toMatchObject({
    type: 'feature-environment-variants-updated',
    environment: 'development',
    pre_data: { variants: old },
  })
  expect(await live(db, 'flag', 'development')).toMatchObject([
    { name: 'legacy', doc: { variants: [{ name: 'a' }, { name: 'b' }] } },
  ])
  expect((await as.viewer.put(at(), sent)).status).toBe(403)
  expect((await as.member.put(at('legacy', 'nosuch'), sent)).status).toBe(404)
  expect((await as.viewer.get(at('nosuch'))).status).toBe(404)
})

test('variants can be patched', async () => {
  const patch = (patches: object[], actor = as.member) => actor.patch(at(), patches)
  const { body } = await patch([{ op: 'add', path: '/-', value: variable('c') }])
  expect(text(body.variants)).toBe('a 334, b 333, c 333')
  expect((await patch([{ op: 'remove', path: '/9' }])).status).toBe(400)
  expect((await patch([{ op: 'replace', path: '', value: {} }])).status).toBe(400)
  expect((await patch([{ op: 'replace', path: '/0/weight', value: 1001 }])).status).toBe(400)
  expect((await patch([], as.viewer)).status).toBe(403)
})

test('variants can be set in several environments at once', async () => {
  const push = (environments: string[], actor = as.member) =>
    actor.put(`${features}/legacy/variants-batch`, { variants: [variable('x')], environments })
  expect((await push(['development', 'production'])).body.variants).toMatchObject([
    { name: 'x', weight: 1000 },
  ])
  expect((await as.viewer.get(at('legacy', 'production'))).body.variants).toMatchObject([{ name: 'x' }])
  expect((await push(['development', 'nosuch'])).status).toBe(404)
  expect((await push(['development'], as.viewer)).status).toBe(403)
})

test('setting variants requires an environment, and the permission even without one', async () => {
  for (const body of [{ variants: [variable('x')], environments: [] }, { variants: [variable('x')] }]) {
    const push = (actor = as.member) => actor.put(`${features}/legacy/variants-batch`, body)
    expect((await push(as.viewer)).status).toBe(403)
    const refused = await push()
    expect([refused.status, refused.body.name]).toEqual([400, 'BadDataError'])
  }
})

test('a flag without variants cannot get any outside of its rules', async () => {
  const refused = await as.admin.put(at('new'), [variable('a')])
  expect([refused.status, refused.body.name]).toEqual([403, 'InvalidOperationError'])
  expect((await as.admin.put(at('new'), [])).status).toBe(200)
})
