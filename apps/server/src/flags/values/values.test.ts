import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { live, makeFlag, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default'
const features = `${home}/features`
const at = (flag: string, environment = 'development') => `${features}/${flag}/environments/${environment}`
const variant = (name: string, payload?: object) => ({
  name,
  weight: 1000,
  weightType: 'variable',
  stickiness: 'default',
  ...(payload ? { payload } : {}),
})
const json = (value: unknown) => ({ type: 'json', value: JSON.stringify(value) })
const rule = (...variants: object[]) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100' },
  variants,
})
const valueSchema = {
  type: 'object',
  required: ['slots'],
  properties: { slots: { type: 'integer', maximum: 12 } },
}
const options = { valueType: 'object', valueSchema, defaultValue: { slots: 4 } }
const make = (name: string, more: object = {}) => as.admin.post(features, { name, ...more })
const read = async (name: string) => (await as.viewer.get(`${features}/${name}`)).body
const fieldsOf = ({ valueType, valueSchema, defaultValue }: Record<string, unknown>) => ({
  valueType,
  valueSchema,
  defaultValue,
})
const none = { valueType: undefined, valueSchema: undefined, defaultValue: undefined }

test('a flag without a type has no value fields, in responses, events and documents', async () => {
  const { body } = await make('plain')
  expect(fieldsOf(body)).toEqual(none)
  expect(fieldsOf(await read('plain'))).toEqual(none)
  expect(Object.keys((await trail(db)).at(-1)?.data as object)).not.toContain('valueType')
  expect(Object.keys((await live(db, 'flag', '*'))[0]?.doc as object)).not.toContain('valueType')
  await as.admin.put(`${features}/plain`, { valueType: 'boolean', defaultValue: false })
  expect((await read('plain')).objectVersion).toBe(1)
})

test('a flag can be created with a type, which is stored as it was written', async () => {
  const { status, body } = await make('options', options)
  expect(status).toBe(201)
  expect(fieldsOf(body)).toEqual(options)
  expect(JSON.stringify((await read('options')).valueSchema)).toBe(JSON.stringify(valueSchema))
  expect((await trail(db)).at(-1)?.data).toMatchObject(options)
  expect(await live(db, 'flag', '*')).toMatchObject([{ name: 'options', doc: { valueType: 'object' } }, {}])
})

test.each([
  ['a type without a default', { valueType: 'string' }, '/defaultValue'],
  ['a default of another type', { valueType: 'integer', defaultValue: 'x' }, '/defaultValue'],
  ['a schema for text', { valueType: 'string', defaultValue: 'x', valueSchema }, '/valueSchema'],
  ['a default that the schema forbids', { ...options, defaultValue: { slots: 24 } }, '/defaultValue/slots'],
  [
    'a regular expression',
    { ...options, valueSchema: { type: 'object', pattern: '(a+)+$' } },
    '/valueSchema/pattern',
  ],
])('a flag with %s is refused', async (_what, value, path) => {
  const created = await make('refused', value)
  expect([created.status, created.body.details[0].path]).toEqual([400, path])
  expect((await as.admin.put(`${features}/plain`, value)).status).toBe(400)
})

test('payloads of rules are checked once a type is set, and the error names variant and path', async () => {
  const rules = `${at('options')}/strategies`
  const refused = await as.admin.post(rules, rule(variant('evening', json({ slots: 24 }))))
  expect(refused.status).toBe(400)
  expect(refused.body.details[0]).toEqual({
    message: 'The payload of the variant evening does not fit the flag: /slots must be at most 12.',
    path: '/variants/evening/payload/slots',
  })
  const { status, body } = await as.admin.post(rules, rule(variant('morning', json({ slots: 6 }))))
  expect(status).toBe(200)
  const wrong = [variant('morning', { type: 'string', value: 'six' })]
  expect((await as.admin.put(`${rules}/${body.id}`, { ...body, variants: wrong })).status).toBe(400)
  const patch = [{ op: 'replace', path: '/variants/0/payload/value', value: '{"slots":13}' }]
  expect((await as.admin.patch(`${rules}/${body.id}`, patch)).status).toBe(400)
  expect((await as.admin.get(`${rules}/${body.id}`)).body.variants[0].payload).toEqual(json({ slots: 6 }))
})

test('variants outside of rules are checked', async () => {
  const environments = { development: { variants: [variant('old', { type: 'string', value: 'x' })] } }
  await makeFlag(db, 'legacy', { environments })
  expect((await as.admin.put(`${features}/legacy`, { valueType: 'string', defaultValue: '' })).status).toBe(
    200,
  )
  const send = (payload: object) => as.admin.put(`${at('legacy')}/variants`, [variant('old', payload)])
  expect((await send(json({}))).status).toBe(400)
  expect((await send({ type: 'string', value: 'y' })).status).toBe(200)
})

test('the rules that are created with a flag, and the default rule of a project, are checked', async () => {
  const initialState = [{ environment: 'development', strategies: [rule(variant('a', json({ slots: 99 })))] }]
  expect((await make('started', { ...options, initialState })).status).toBe(400)
  await as.admin.post(`${home}/environments/development/default-strategy`, rule(variant('a', json({}))))
  await make('turned-on', options)
  const on = () => as.admin.post(`${at('turned-on')}/on`)
  expect((await on()).status).toBe(400)
  await as.admin.post(`${home}/environments/development/default-strategy`, rule())
  expect((await on()).status).toBe(200)
})

test('a release plan is checked with all its milestones, started or not', async () => {
  const step = (id: string, payload: object) => ({
    id,
    name: id,
    sortOrder: Number(id),
    transitionCondition: null,
    strategies: [
      {
        id: `rule-${id}`,
        sortOrder: 0,
        title: null,
        disabled: false,
        constraints: [],
        segments: [],
        ...rule(variant('v', payload)),
      },
    ],
  })
  const milestones = [step('1', json({ slots: 1 })), step('2', json({ slots: 99 }))]
  await sql`insert into release_templates (id, name, milestones, created_by_id)
    values ('steps', 'steps', ${JSON.stringify(milestones)}::jsonb, 1)`.execute(db)
  await make('planned', options)
  const add = () => as.admin.post(`${at('planned')}/release-plans`, { templateId: 'steps' })
  expect((await add()).body.details[0].path).toBe('/variants/v/payload/slots')
  await as.admin.put(`${features}/planned`, { valueType: 'boolean' })
  expect((await add()).status).toBe(200)
  const refused = await as.admin.put(`${features}/planned`, options)
  expect([refused.status, refused.body.details.length]).toEqual([400, 1])
})

test('a type that stored payloads do not have is refused, with a list of them', async () => {
  await make('late')
  await as.admin.post(`${at('late')}/strategies`, rule(variant('a', json({ slots: 24 })), variant('b')))
  await as.admin.post(
    `${at('late', 'production')}/strategies`,
    rule(variant('c', { type: 'string', value: 'x' })),
  )
  const refused = await as.admin.put(`${features}/late`, options)
  expect(refused.status).toBe(400)
  expect(refused.body.details.map(({ path }: { path: string }) => path)).toEqual([
    '/environments/development/variants/a/payload/slots',
    '/environments/production/variants/c/payload',
  ])
  expect(fieldsOf(await read('late'))).toEqual(none)
})

test('fields that are not sent stay, unless the type changes', async () => {
  const change = async (body: object) => fieldsOf((await as.admin.put(`${features}/plain`, body)).body)
  expect(await change({ valueType: 'object', defaultValue: {}, valueSchema: { type: 'object' } })).toEqual({
    valueType: 'object',
    defaultValue: {},
    valueSchema: { type: 'object' },
  })
  expect(await change({ description: 'new' })).toMatchObject({ valueType: 'object', defaultValue: {} })
  expect(await change({ valueSchema: null })).toEqual({ ...none, valueType: 'object', defaultValue: {} })
  expect(await change({ valueType: 'integer', defaultValue: 7 })).toEqual({
    ...none,
    valueType: 'integer',
    defaultValue: 7,
  })
  expect(await change({ defaultValue: 8 })).toMatchObject({ defaultValue: 8 })
  expect(await change({ valueType: 'boolean' })).toEqual(none)
})

test('a patch can change the value', async () => {
  const patch = (patches: object[]) => as.admin.patch(`${features}/options`, patches)
  expect((await patch([{ op: 'replace', path: '/defaultValue/slots', value: 5 }])).body.defaultValue).toEqual(
    {
      slots: 5,
    },
  )
  expect((await patch([{ op: 'remove', path: '/valueSchema' }])).body.valueSchema).toBeUndefined()
  expect((await patch([{ op: 'add', path: '/valueSchema', value: valueSchema }])).body).toMatchObject({
    valueSchema,
  })
  expect((await patch([{ op: 'replace', path: '/defaultValue', value: 5 }])).status).toBe(400)
})

test('undo restores the value, also that of a flag that had none', async () => {
  const undone = async (change: object) => {
    const { headers } = await as.admin.put(`${features}/undone`, change)
    expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBeLessThan(300)
    return fieldsOf(await read('undone'))
  }
  await make('undone')
  expect(await undone(options)).toEqual(none)
  await as.admin.put(`${features}/undone`, options)
  expect(await undone({ defaultValue: { slots: 9 }, valueSchema: null })).toEqual(options)
  expect(await undone({ valueType: 'boolean' })).toEqual(options)
})

test('a clone has the value of its source', async () => {
  const { body } = await as.admin.post(`${features}/options/clone`, { name: 'copied' })
  expect(fieldsOf(body)).toMatchObject({ valueType: 'object', valueSchema, defaultValue: { slots: 5 } })
})

test('export and import carry the value, and an import is checked against it', async () => {
  const exported = await as.viewer.post('/api/admin/features-batch/export', {
    environment: 'development',
    features: ['options', 'late'],
  })
  const data = exported.body
  expect(data.features.map(fieldsOf)).toEqual([none, { ...options, defaultValue: { slots: 5 } }])
  const target = { project: 'default', environment: 'development' }
  await as.admin.put(`${features}/options`, { defaultValue: { slots: 1 } })
  const check = async (body: object) =>
    (await as.admin.post('/api/admin/features-batch/validate', { ...target, data: body })).body
  const plan = (await check(data)).plan.items as { kind: string; name: string; differs: string[] }[]
  expect(plan.find(({ kind, name }) => kind === 'flag' && name === 'options')?.differs).toEqual(['value'])
  expect((await as.admin.post('/api/admin/features-batch/import', { ...target, data })).status).toBe(200)
  expect((await read('options')).defaultValue).toEqual({ slots: 5 })
  const renamed = JSON.parse(JSON.stringify(data).replaceAll('"options"', '"imported"'))
  expect((await as.admin.post('/api/admin/features-batch/import', { ...target, data: renamed })).status).toBe(
    200,
  )
  expect(fieldsOf(await read('imported'))).toMatchObject({ valueType: 'object', valueSchema })
  const wrong = JSON.parse(JSON.stringify(renamed).replaceAll('\\"slots\\":6', '\\"slots\\":66'))
  expect(JSON.stringify((await check(wrong)).errors)).toContain('/slots must be at most 12')
  expect((await as.admin.post('/api/admin/features-batch/import', { ...target, data: wrong })).status).toBe(
    400,
  )
})

test('changing the value needs the permission to update the flag', async () => {
  expect((await as.viewer.put(`${features}/plain`, { valueType: 'string', defaultValue: '' })).status).toBe(
    403,
  )
})

test('change requests are checked when they are proposed, and again when they are applied', async () => {
  await make('proposed', options)
  const propose = (slots: number) =>
    as.admin.post(`${at('proposed')}/strategies`, rule(variant('a', json({ slots }))), {
      headers: { prefer: 'propose' },
    })
  expect((await propose(24)).status).toBe(400)
  const { status, body } = await propose(12)
  expect(status).toBe(202)
  const narrower = { ...valueSchema, properties: { slots: { type: 'integer', maximum: 6 } } }
  expect((await as.admin.put(`${features}/proposed`, { valueSchema: narrower })).status).toBe(200)
  const state = `${home}/change-requests/${body.id}/state`
  await as.admin.put(state, { state: 'In review' })
  const applied = await as.admin.put(state, { state: 'Applied' })
  expect(applied.status).toBeGreaterThanOrEqual(400)
  expect((await as.admin.get(`${at('proposed')}/strategies`)).body).toEqual([])
})

test('very deep values and schemas are refused', async () => {
  const deep = `${'{"a":'.repeat(12_000)}1${'}'.repeat(12_000)}`
  const put = (body: string) =>
    as.admin.put(`${features}/plain`, body, { headers: { 'content-type': 'application/json' } })
  expect((await put(`{"valueType":"object","defaultValue":${deep}}`)).status).toBe(400)
  expect((await put(`{"valueType":"object","defaultValue":{},"valueSchema":${deep}}`)).status).toBe(400)
  const data = (value: string) =>
    `{"project":"default","environment":"development","data":{"features":[{"name":"deep","valueType":"object","defaultValue":${value}}],"featureStrategies":[],"tagTypes":[]}}`
  const headers = { 'content-type': 'application/json' }
  const taken = await as.admin.post('/api/admin/features-batch/import', data(deep), { headers })
  expect(taken.status).toBe(400)
})
