import { beforeEach, expect, test } from 'vitest'
import { trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'
import { act, home, openSignals, projectEditor } from '../../../../test/signals.ts'

const kit = await testApp()
const { as, db } = kit
const { endpoint, actorId, content, makeSet, makeFlag, isOn } = await openSignals(kit)
const sets = `${home}/actions`
await makeFlag('checkout')
const off = act('checkout')
const post = (more: object, caller = as.admin) =>
  caller.post(sets, { name: 'refused', ...content([off]), ...more })

beforeEach(async () => {
  for (const { id } of (await as.admin.get(sets)).body.actions) await as.admin.delete(`${sets}/${id}`)
})

test('a set is stored with its filters and actions, in their order', async () => {
  const second = { ...act('checkout', { action: 'ON' }), sortOrder: 2 }
  const { status, body } = await as.admin.post(sets, {
    name: ' Incidents ',
    description: 'Turns checkout off',
    ...content([]),
    match: {
      source: 'signal-endpoint',
      sourceId: endpoint.id,
      payload: { 'labels.severity': { operator: 'IN', values: [' critical '] } },
    },
    actions: [second, off],
  })
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      name: 'Incidents',
      enabled: true,
      project: 'default',
      actorId,
      onProtected: 'fail',
      match: { payload: { 'labels.severity': { operator: 'IN', values: ['critical'], inverted: false } } },
      actions: [{ action: 'TOGGLE_FEATURE_OFF' }, { action: 'TOGGLE_FEATURE_ON' }],
    },
  })
  expect((await as.admin.get(sets)).body.actions).toEqual([body])
})

test.for<[what: string, more: object, path: string]>([
  [
    'a missing endpoint',
    { match: { source: 'signal-endpoint', sourceId: 999, payload: {} } },
    '/match/sourceId',
  ],
  ['an account that is not a service account', { actorId: 1 }, '/actorId'],
  ['an unknown action', { actions: [{ ...off, action: 'DELETE' }] }, '/actions/0/action'],
  [
    'an environment of another project',
    { actions: [act('checkout', { environment: 'x' })] },
    '/actions/0/executionParams/environment',
  ],
  ['a missing flag', { actions: [act('gone')] }, '/actions/0/executionParams/featureName'],
  [
    'another project',
    { actions: [{ ...off, executionParams: { ...off.executionParams, project: 'other' } }] },
    '/actions/0/executionParams/project',
  ],
  ['a tag without a value', { actions: [act('', { tag: 'simple' })] }, '/actions/0/executionParams/tag'],
])('%s is refused', async ([, more, path]) => {
  const { status, body } = await post(more)
  expect({ status, path: body.details?.[0]?.path }).toEqual({ status: 400, path })
})

test('limits hold for sets, filters, values and actions', async () => {
  const filter = { operator: 'IN', values: ['a'] }
  const matching = (payload: object) => ({
    match: { source: 'signal-endpoint', sourceId: endpoint.id, payload },
  })
  const six = Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`path${number}`, filter]))
  expect((await post(matching(six))).body.code).toBe('limitReached')
  const many = { a: { operator: 'IN', values: Array.from({ length: 26 }, String) } }
  expect((await post(matching(many))).body.code).toBe('limitReached')
  expect((await post({ actions: Array.from({ length: 11 }, () => off) })).body.code).toBe('limitReached')
  expect((await post({ actions: [] })).status).toBe(400)
  for (let count = 0; count < 5; count++) await makeSet([off])
  expect((await post({})).body.code).toBe('limitReached')
})

test('a filter that cannot be evaluated is refused', async () => {
  for (const filter of [
    { operator: 'NUM_GT', value: 'many' },
    { operator: 'IN', values: [] },
    { operator: 'REGEX', value: '(' },
  ]) {
    const match = { source: 'signal-endpoint', sourceId: endpoint.id, payload: { value: filter } }
    expect((await post({ match })).status).toBe(400)
  }
})

test('characters that the database cannot store do not break anything', async () => {
  const text = 'a\u0000b'
  const match = {
    source: 'signal-endpoint',
    sourceId: endpoint.id,
    payload: { [text]: { operator: 'IN', values: [text] } },
  }
  for (const more of [{ name: text }, { description: text }, { match }, { actions: [act(text)] }])
    expect((await post(more)).status).toBeLessThan(500)
  const tried = await as.admin.post(`${sets}/try`, { ...content([off]), match, payload: { [text]: text } })
  expect(tried.status).toBeLessThan(500)
  const tagged = await as.admin.post(sets, { name: 'x', ...content([act('', { tag: `simple:${text}` })]) })
  expect(tagged.status).toBeLessThan(500)
})

test('a change that is based on an old version is refused', async () => {
  const { id, objectVersion } = await makeSet([off])
  const headers = { 'if-match': `W/"${objectVersion}"` }
  const put = () => as.admin.put(`${sets}/${id}`, { name: 'changed', ...content([off]) }, { headers })
  expect((await put()).status).toBe(200)
  expect((await put()).status).toBe(412)
})

test('every change is recorded with the project, and deleting can be undone', async () => {
  const made = await makeSet([off])
  const at = `${sets}/${made.id}`
  await as.admin.put(at, { name: 'renamed', ...content([off]) })
  await as.admin.post(`${at}/off`)
  const { headers } = await as.admin.delete(at)
  expect((await as.admin.get(sets)).body.actions).toEqual([])
  expect((await trail(db)).slice(-4).map(({ type, project }) => [type, project])).toEqual([
    ['actions-created', 'default'],
    ['actions-updated', 'default'],
    ['actions-updated', 'default'],
    ['actions-deleted', 'default'],
  ])
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBeLessThan(300)
  expect((await as.admin.get(sets)).body.actions).toMatchObject([
    { id: made.id, name: 'renamed', enabled: false },
  ])
})

test('names are unique in a project', async () => {
  const { id, name } = await makeSet([off])
  expect((await post({ name })).status).toBe(409)
  const other = await makeSet([off])
  expect((await as.admin.put(`${sets}/${other.id}`, { name, ...content([off]) })).status).toBe(409)
  expect((await as.admin.put(`${sets}/${id}`, { name, ...content([off]) })).status).toBe(200)
})

test('the editor needs the permissions of the actions', async () => {
  const editor = await projectEditor(kit, 'edgar')
  expect((await post({ name: 'own' }, editor)).status).toBe(201)
  await db.deleteFrom('role_permissions').where('environment', '=', 'production').execute()
  const { status, body } = await post({ name: 'other' }, editor)
  expect({ status, permissions: body.permissions }).toEqual({
    status: 403,
    permissions: ['UPDATE_FEATURE_ENVIRONMENT'],
  })
  const [{ id }] = (await editor.get(sets)).body.actions
  expect((await editor.post(`${sets}/${id}/off`)).status).toBe(200)
  expect((await editor.post(`${sets}/${id}/on`)).status).toBe(403)
  expect((await as.viewer.get(sets)).status).toBe(403)
})

test('the catalogue lists what actions can change', async () => {
  await as.admin.post('/api/admin/features/checkout/tags', { type: 'simple', value: 'shop' })
  const { body } = await as.owner.get(`${sets}/config`)
  expect(Object.keys(body)).toHaveLength(4)
  const { parameters } = body.TOGGLE_FEATURES_OFF_BY_TAG
  expect(parameters).toMatchObject([
    { name: 'project', type: 'hidden' },
    { name: 'environment', options: ['development', 'production'] },
    { name: 'tag', options: ['simple:shop'] },
  ])
  expect((await as.owner.get(`${sets}/options`)).body).toEqual({
    signalEndpoints: [{ id: endpoint.id, name: 'alerts', enabled: true }],
    serviceAccounts: [{ id: actorId, name: 'robot' }],
  })
})

test('a trial says what would happen, and changes nothing', async () => {
  const payload = { severity: 'critical' }
  const match = {
    source: 'signal-endpoint',
    sourceId: endpoint.id,
    payload: { severity: { operator: 'IN', values: ['critical'] } },
  }
  const set = content([off, act('checkout', { action: 'ON' }), act('', { tag: 'simple:none' })], { match })
  const before = (await trail(db)).length
  const tried = await as.admin.post(`${sets}/try`, { ...set, payload })
  expect(tried.body).toEqual({
    matches: true,
    filters: [{ path: 'severity', matches: true, actual: 'critical' }],
    actions: [
      { sortOrder: 1, action: 'TOGGLE_FEATURE_OFF', outcome: 'change', flags: ['checkout'], details: null },
      { sortOrder: 2, action: 'TOGGLE_FEATURE_ON', outcome: 'none', flags: [], details: null },
      expect.objectContaining({ outcome: 'none', details: 'No flag of the project has the tag.' }),
    ],
  })
  const stored = await makeSet([off], { match })
  const other = await as.admin.post(`${sets}/${stored.id}/try`, { payload: { severity: 'low' } })
  expect(other.body).toMatchObject({ matches: false, actions: [{ outcome: 'not started' }] })
  expect(await isOn('checkout')).toBe(true)
  expect((await trail(db)).length).toBe(before + 1)
})
