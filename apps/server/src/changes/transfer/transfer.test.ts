import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { live, makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const batch = '/api/admin/features-batch'
const features = '/api/admin/projects/default/features'
await makeProject(db, 'other')

const give = async (body: object, actor = as.viewer) =>
  (await actor.post(`${batch}/export`, { environment: 'development', ...body })).body
const validate = async (body: object, actor = as.admin) => (await actor.post(`${batch}/validate`, body)).body
const take = (body: object, actor = as.admin) => actor.post(`${batch}/import`, body)
const empty = { features: [], featureStrategies: [], tagTypes: [] }
type Item = { kind: string; name: string; state: string; choice: string; differs: string[]; after: object }
const item = ({ plan }: { plan: { items: Item[] } }, kind: string, name: string) =>
  plan.items.find((one) => one.kind === kind && one.name === name)
const states = ({ plan }: { plan: { items: Item[] } }) => new Set(plan.items.map(({ state }) => state))

await as.admin.post('/api/admin/context', {
  name: 'plan',
  legalValues: [{ value: 'free' }, { value: 'team' }],
})
await as.admin.post('/api/admin/tag-types', { name: 'team', description: 'Who', color: '#112233' })
const segment = (
  await as.admin.post('/api/admin/segments', {
    name: 'beta',
    description: 'People who try new things',
    constraints: [
      { contextName: 'userId', operator: 'IN', values: ['1'] },
      { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['.no'], caseInsensitive: true },
      { contextName: 'age', operator: 'NUM_GT', value: '17', inverted: true },
    ],
  })
).body.id
await as.admin.post(features, { name: 'parent' })
await as.admin.post(features, {
  name: 'child',
  type: 'experiment',
  description: 'Goes far',
  impressionData: true,
  tags: [{ type: 'team', value: 'web' }],
})
const rules = `${features}/child/environments/development/strategies`
await as.admin.post(rules, {
  name: 'flexibleRollout',
  title: 'Half',
  parameters: { rollout: '50', stickiness: 'plan', groupId: 'g' },
  constraints: [{ contextName: 'plan', operator: 'IN', values: ['team'] }],
  segments: [segment],
  variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'plan' }],
})
await as.admin.post(rules, { name: 'default', disabled: true })
await as.admin.post(`${features}/child/environments/development/on`)
await as.admin.post(`${features}/child/dependencies`, { feature: 'parent', variants: [] })
await as.admin.post(`${features}/child/link`, { url: 'https://example.com/a', title: 'Why' })

test('an export contains flags with all their data in one environment', async () => {
  const document = await give({ features: ['child'] })
  expect(document).toMatchObject({
    features: [
      { name: 'child', type: 'experiment', description: 'Goes far', project: 'default', stale: false },
    ],
    featureStrategies: [
      { name: 'flexibleRollout', featureName: 'child', title: 'Half', segments: [segment], disabled: false },
      { name: 'default', disabled: true },
    ],
    featureEnvironments: [{ featureName: 'child', name: 'child', environment: 'development', enabled: true }],
    contextFields: [{ name: 'plan', legalValues: [{ value: 'free' }, { value: 'team' }] }],
    featureTags: [{ featureName: 'child', tagType: 'team', tagValue: 'web' }],
    segments: [{ id: segment, name: 'beta' }],
    tagTypes: [{ name: 'team', color: '#112233' }],
    dependencies: [{ feature: 'child', dependencies: [{ feature: 'parent', enabled: true, variants: [] }] }],
    links: [{ feature: 'child', links: [{ url: 'https://example.com/a', title: 'Why' }] }],
  })
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'features-exported',
    project: 'default',
    environment: 'development',
    data: { features: ['child'] },
  })
})

test('flags are exported by name, tag or project, and only those that the caller can see', async () => {
  const names = async (query: object, actor = as.viewer) =>
    (await give(query, actor)).features.map(({ name }: { name: string }) => name)
  expect(await names({ project: 'default' })).toEqual(['child', 'parent'])
  expect(await names({ tag: 'web' })).toEqual(['child'])
  expect(await names({ tag: 'team:web' })).toEqual(['child'])
  expect(await names({ features: ['nosuch'] })).toEqual([])
  await makeProject(db, 'hidden', { mode: 'private' })
  await makeFlag(db, 'secret', { project: 'hidden' })
  expect(await names({ features: [] })).toEqual(['child', 'parent'])
  expect(await names({ project: 'hidden' })).toEqual([])
  expect(await names({ project: 'hidden' }, as.admin)).toEqual(['secret'])
  const file = await as.viewer.post(`${batch}/export`, {
    environment: 'development',
    project: 'default',
    downloadFile: true,
  })
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="flags-.*[.]json"$/)
  expect((await as.viewer.post(`${batch}/export`, { environment: 'development' })).status).toBe(400)
  expect((await as.anonymous.post(`${batch}/export`, {})).status).toBe(401)
})

test('an export of an unknown environment is refused', async () => {
  const query = { environment: 'nosuch', project: 'default' }
  const before = (await trail(db)).length
  const { status, body } = await as.viewer.post(`${batch}/export`, query)
  expect([status, body.name]).toEqual([404, 'NotFoundError'])
  expect(body.message).toContain('nosuch')
  expect(await trail(db)).toHaveLength(before)
})

test('an import into another environment copies rules, variants and the on/off state in one change', async () => {
  const data = await give({ project: 'default' })
  const request = { project: 'default', environment: 'production', data }
  const checked = await validate(request)
  expect(checked).toMatchObject({ errors: [], permissions: [] })
  expect(checked.warnings[0].affectedItems).toEqual(['child', 'parent'])
  expect(item(checked, 'flag', 'child')).toMatchObject({ state: 'same' })
  expect(item(checked, 'environment', 'child')).toMatchObject({
    state: 'change',
    choice: 'take',
    differs: ['enabled', 'rules'],
  })
  const before = (await trail(db, 1))[0]?.revision ?? 0
  const { status, headers } = await take(request)
  expect(status).toBe(200)
  const events = (await trail(db)).filter(({ revision }) => revision > before)
  expect(events.map(({ type, environment }) => `${type} ${environment}`)).toEqual([
    'feature-strategy-add production',
    'feature-strategy-add production',
    'feature-environment-enabled production',
    'features-imported production',
  ])
  expect(new Set(events.map(({ group_id }) => group_id)).size).toBe(1)
  expect(await live(db, 'flag', 'production')).toMatchObject([
    { name: 'child', doc: { enabled: true, strategies: [{ parameters: { rollout: '50', groupId: 'g' } }] } },
  ])
  expect(states(await validate(request))).toEqual(new Set(['same']))
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect(await live(db, 'flag', 'production')).toMatchObject([
    { name: 'child', doc: { enabled: false, strategies: [], released: true } },
  ])
})

test('importing into an empty installation reproduces the flags, and importing again changes nothing', async () => {
  const data = await give({ project: 'default', wholeSegments: true })
  const renamed = JSON.parse(
    JSON.stringify(data)
      .replaceAll('"child"', '"child-2"')
      .replaceAll('"parent"', '"parent-2"')
      .replaceAll('"beta"', '"gamma"')
      .replaceAll('"plan"', '"tariff"')
      .replaceAll('"team"', '"crew"'),
  )
  renamed.features[0].stale = true
  const request = { project: 'other', environment: 'development', data: renamed }
  const checked = await validate(request)
  expect(checked).toMatchObject({ errors: [], warnings: [], permissions: [], plan: { parts: 1 } })
  expect(states(checked)).toEqual(new Set(['create']))
  const { status, headers, body } = await take(request)
  expect([status, body]).toEqual([200, ''])
  expect(states(await validate(request))).toEqual(new Set(['same']))
  const there = await give({ project: 'other', wholeSegments: true })
  const plain = (document: object) =>
    JSON.parse(JSON.stringify(document).replaceAll(/"(id|createdAt|project|sortOrder)":("[^"]*"|\d+),?/g, ''))
  const ids = (document: { featureStrategies: { segments: unknown }[] }) =>
    document.featureStrategies.map((rule) => ({ ...rule, segments: rule.segments }))
  expect(plain({ ...there, featureStrategies: ids(there).map((r) => ({ ...r, segments: [] })) })).toEqual(
    plain({ ...renamed, featureStrategies: ids(renamed).map((r) => ({ ...r, segments: [] })) }),
  )
  expect(there.segments).toEqual([{ ...renamed.segments[0], id: expect.any(Number) }])
  const revision = async () => (await trail(db, 1))[0]?.type
  await take(request)
  expect(await revision()).toBe('features-imported')
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
})

test('undoing an import deletes what it created, including segments and fields', async () => {
  const data = {
    ...empty,
    features: [{ name: 'brought' }],
    featureStrategies: [
      {
        name: 'default',
        featureName: 'brought',
        constraints: [{ contextName: 'planet', operator: 'IN', values: ['mars'] }],
        segments: [7],
      },
    ],
    featureEnvironments: [{ name: 'brought', enabled: true, variants: [{ name: 'x', weight: 1000 }] }],
    contextFields: [{ name: 'planet', legalValues: [] }],
    segments: [{ id: 7, name: 'martians', constraints: [] }],
    tagTypes: [{ name: 'origin', description: 'From where' }],
    featureTags: [{ featureName: 'brought', tagType: 'origin', tagValue: 'mars' }],
  }
  const { status, headers } = await take({ project: 'default', environment: 'development', data })
  expect(status).toBe(200)
  const brought = (await as.viewer.get(`${features}/brought`)).body
  expect(brought).toMatchObject({ tags: [{ type: 'origin', value: 'mars' }] })
  expect(brought.environments[0]).toMatchObject({ enabled: true, variants: [{ name: 'x' }] })
  const undone = await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)
  expect([undone.status, undone.body]).toEqual([204, ''])
  expect((await as.viewer.get('/api/admin/context/planet')).status).toBe(404)
  expect((await as.viewer.get(`${features}/brought`)).status).toBe(404)
  const checked = await validate({ project: 'default', environment: 'development', data })
  expect(checked.warnings).toMatchObject([{ affectedItems: ['brought'] }])
  expect(item(checked, 'flag', 'brought')).toMatchObject({ state: 'skip' })
})

test('validation reports what blocks an import, and the import is refused', async () => {
  await makeFlag(db, 'taken', { project: 'other' })
  await db.updateTable('projects').set({ naming_pattern: '^[a-z-]+$' }).where('id', '=', 'default').execute()
  const data = {
    ...empty,
    features: [
      { name: 'taken' },
      { name: 'secret' },
      { name: 'twice' },
      { name: 'twice' },
      { name: 'UPPER' },
      { name: 'bad name!' },
      { name: 'fresh', type: 'nosuch' },
    ],
    featureStrategies: [
      { name: 'nosuch', featureName: 'fresh', segments: [77] },
      {
        name: 'default',
        featureName: 'fresh',
        constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }],
      },
      {
        name: 'default',
        featureName: 'twice',
        constraints: [{ contextName: 'age', operator: 'NUM_GT', value: 'many' }],
      },
    ],
    featureTags: [{ featureName: 'fresh', tagType: 'nowhere', tagValue: 'vv' }],
    segments: [{ id: 77, name: 'no-such-segment' }],
    dependencies: [{ feature: 'fresh', dependencies: [{ feature: 'noparent' }] }],
  }
  const request = { project: 'default', environment: 'development', data }
  const { errors } = await validate(request)
  expect(errors.map(({ affectedItems }: { affectedItems: string[] }) => affectedItems)).toEqual([
    ['nosuch'],
    ['plan'],
    ['taken (in project other)', 'secret (in project hidden)'],
    ['twice'],
    ['UPPER', 'bad name!'],
    ['nosuch'],
    ['no-such-segment'],
    ['nowhere'],
    ['noparent'],
    ['twice: rule 1 (default): "many" is not a number.'],
  ])
  const [, , elsewhere] = (await validate(request, as.member)).errors
  expect(elsewhere.affectedItems).toEqual(['taken (in project other)', 'secret'])
  const refused = await take(request)
  expect([refused.status, refused.body.details.length]).toEqual([400, errors.length])
  expect((await take({ ...request, data: empty, project: 'nosuch' })).status).toBe(404)
  expect((await validate({ ...request, project: 'nosuch' })).name).toBe('NotFoundError')
  expect((await take({})).status).toBe(400)
  const { errors: nowhere } = await validate({
    ...request,
    environment: 'nosuch',
    data: await give({ project: 'default' }),
  })
  expect(nowhere).toMatchObject([{ affectedItems: ['nosuch'] }])
  await db
    .updateTable('projects')
    .set({ naming_pattern: null, feature_limit: 3 })
    .where('id', '=', 'default')
    .execute()
  const many = { ...empty, features: ['x-1', 'x-2', 'x-3'].map((name) => ({ name })) }
  expect((await validate({ ...request, data: many })).errors).toMatchObject([
    { affectedItems: ['5 flags in the project, which may hold 3'] },
  ])
  await db.updateTable('projects').set({ feature_limit: null }).where('id', '=', 'default').execute()
})

test('missing permissions are listed, and the import is refused without them', async () => {
  const data = { ...empty, features: [{ name: 'unwanted' }], tagTypes: [{ name: 'new-type' }] }
  const request = { project: 'default', environment: 'development', data }
  const { permissions } = await validate(request, as.viewer)
  expect(permissions[0].affectedItems).toEqual(['UPDATE_FEATURE', 'CREATE_FEATURE', 'CREATE_TAG_TYPE'])
  expect((await take(request, as.viewer)).status).toBe(403)
  expect((await take(request, as.member)).status).toBe(403)
  expect((await take({ ...request, data: { ...data, tagTypes: [] } }, as.member)).status).toBe(200)
  expect((await as.anonymous.post(`${batch}/validate`, request)).status).toBe(401)
  expect((await as.anonymous.post(`${batch}/import`, request)).status).toBe(401)
})

test('a context field of a hidden project blocks the import without revealing anything else', async () => {
  await as.admin.post('/api/admin/context', {
    name: 'hush',
    project: 'hidden',
    description: 'Not for everybody',
    legalValues: [{ value: 'secret' }],
  })
  const rule = { name: 'default', constraints: [{ contextName: 'hush', operator: 'IN', values: ['secret'] }] }
  await as.admin.post(`${features}/parent/environments/development/strategies`, rule)
  expect((await give({ features: ['parent'] })).contextFields).toEqual([])
  expect((await give({ features: ['parent'] }, as.admin)).contextFields).toMatchObject([{ name: 'hush' }])
  const data = { ...empty, contextFields: [{ name: 'hush', legalValues: [] }] }
  const checked = await validate({ project: 'default', environment: 'development', data }, as.member)
  expect(checked.errors).toMatchObject([{ affectedItems: ['hush'] }])
  expect(JSON.stringify(checked)).not.toMatch(/Not for everybody|secret|hidden/)
})

test('items can be kept unchanged, and missing segments can be replaced', async () => {
  const data = {
    ...empty,
    features: [{ name: 'chosen', description: 'from the file' }, { name: 'left' }],
    featureStrategies: [
      { name: 'default', featureName: 'chosen', title: 'kept', segments: [5] },
      { name: 'default', featureName: 'chosen', title: 'out', segments: [6] },
    ],
    segments: [
      { id: 5, name: 'foreign' },
      { id: 6, name: 'unknown' },
    ],
    tagTypes: [{ name: 'team', description: 'Other text' }],
    contextFields: [{ name: 'plan', description: 'Theirs', legalValues: [{ value: 'gold' }] }],
  }
  const request = { project: 'default', environment: 'development', data }
  const checked = await validate(request)
  expect(checked.errors.map(({ affectedItems }: { affectedItems: string[] }) => affectedItems)).toEqual([
    ['plan'],
    ['foreign', 'unknown'],
  ])
  expect(item(checked, 'tag-type', 'team')).toMatchObject({ state: 'change', choice: 'keep' })
  expect(item(checked, 'segment', 'foreign')).toMatchObject({ state: 'missing' })
  const choices = [
    { kind: 'segment', name: 'foreign', choice: 'use', segment: 'beta' },
    { kind: 'segment', name: 'unknown', choice: 'keep' },
    { kind: 'flag', name: 'left', choice: 'keep' },
    { kind: 'context-field', name: 'plan', choice: 'take' },
    { kind: 'tag-type', name: 'team', choice: 'take' },
  ]
  const chosen = await validate({ ...request, choices })
  expect(chosen.errors).toEqual([])
  expect(chosen.warnings).toMatchObject([{ affectedItems: ['unknown'] }])
  expect((await take({ ...request, choices })).status).toBe(200)
  const flag = (await as.viewer.get(`${features}/chosen`)).body
  expect(flag.description).toBe('from the file')
  expect(flag.environments[0].strategies).toMatchObject([{ title: 'kept', segments: [segment] }])
  expect((await as.viewer.get(`${features}/left`)).status).toBe(404)
  expect((await as.viewer.get('/api/admin/context/plan')).body.legalValues).toEqual([{ value: 'gold' }])
  expect((await as.viewer.get('/api/admin/tag-types/team')).body).toMatchObject({ description: 'Other text' })
})

test('an import replaces tags, links and details of a flag, and updates its rules in place', async () => {
  const data = {
    ...empty,
    features: [{ name: 'chosen', type: 'kill-switch', description: null, stale: true }],
    featureStrategies: [{ name: 'default', featureName: 'chosen', title: 'kept', disabled: true }],
    featureEnvironments: [{ name: 'chosen', enabled: false }],
    featureTags: [{ featureName: 'chosen', tagType: 'simple', tagValue: 'new' }],
    links: [{ feature: 'chosen', links: [{ url: 'https://example.com/b', title: null }] }],
  }
  const request = { project: 'default', environment: 'development', data }
  const [rule] = (await as.viewer.get(`${features}/chosen/environments/development/strategies`)).body
  expect((await take(request)).status).toBe(200)
  const flag = (await as.viewer.get(`${features}/chosen`)).body
  expect(flag).toMatchObject({
    type: 'kill-switch',
    description: null,
    stale: true,
    tags: [{ type: 'simple', value: 'new' }],
    links: [{ url: 'https://example.com/b' }],
  })
  expect(flag.environments[0].strategies).toMatchObject([{ id: rule.id, disabled: true, segments: [] }])
  expect(states(await validate(request))).toEqual(new Set(['same']))
})

test('a large import runs in parts, reports progress, and each part can be undone', async () => {
  const names = Array.from({ length: 1100 }, (_, index) => `many-${index}`)
  const data = {
    ...empty,
    features: names.map((name) => ({ name })),
    featureStrategies: names.map((name) => ({
      name: 'flexibleRollout',
      featureName: name,
      parameters: { rollout: '10', stickiness: 'default', groupId: name },
      segments: [3],
    })),
    featureEnvironments: names.map((name) => ({ name, enabled: true })),
    segments: [{ id: 3, name: 'crowd', constraints: [] }],
    dependencies: [{ feature: 'many-1', dependencies: [{ feature: 'many-1099' }] }],
  }
  const url = '/api/admin/projects/default/import'
  const headers = { 'idempotency-key': 'many' }
  const { status, body } = await as.admin.post(url, { environment: 'development', data }, { headers })
  expect([status, status === 200 || body]).toEqual([200, true])
  const lines = body
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line))
  expect(
    lines.map(({ done, parts, flags, total }: Record<string, number>) => [done, parts, flags, total]),
  ).toEqual([
    [0, 3, 0, 1100],
    [1, 3, 500, 1100],
    [2, 3, 1000, 1100],
    [3, 3, 1100, 1100],
  ])
  expect(states(await validate({ project: 'default', environment: 'development', data }))).toEqual(
    new Set(['same']),
  )
  expect((await live(db, 'segment', 'development')).map(({ doc }) => doc)).toContainEqual(
    expect.objectContaining({ name: 'crowd' }),
  )
  const undo = lines.at(-1).undo as string[]
  for (const id of undo.toReversed()) expect((await as.admin.post(`/api/admin/undo/${id}`)).status).toBe(204)
  expect((await give({ project: 'default' })).features.length).toBeLessThan(10)
  expect((await as.viewer.post(url, { environment: 'development', data: empty })).status).toBe(403)
  const twice = { ...empty, features: [{ name: 'twice' }, { name: 'twice' }] }
  expect((await as.admin.post(url, { environment: 'development', data: twice })).status).toBe(400)
})

test('when a part fails, the response contains the undo ids of the earlier parts', async () => {
  await sql`create function refuse_one() returns trigger language plpgsql as $$
    begin if new.name = 'half-700' then raise exception 'no'; end if; return new; end $$`.execute(db)
  await sql`create trigger refuse_one before insert on flags for each row execute function refuse_one()`.execute(
    db,
  )
  const names = Array.from({ length: 1100 }, (_, index) => `half-${index}`)
  const data = { ...empty, features: names.map((name) => ({ name })) }
  const { body } = await as.admin.post('/api/admin/projects/other/import', {
    environment: 'production',
    data,
  })
  await sql`drop trigger refuse_one on flags`.execute(db)
  await sql`drop function refuse_one`.execute(db)
  const last = JSON.parse(body.trim().split('\n').at(-1))
  expect(last).toMatchObject({ done: 1, parts: 3, flags: 500, error: { name: 'InternalError' } })
  expect(last.undo).toHaveLength(1)
  const rest = await validate({ project: 'other', environment: 'production', data })
  expect(rest.plan.items.filter(({ state }: Item) => state === 'create')).toHaveLength(600)
})

test('an import keeps stickiness, weights and a missing groupId as in the file, and names a missing stickiness', async () => {
  const variants = [
    { name: 'a', weight: 333, weightType: 'variable', stickiness: 'sessionId' },
    { name: 'b', weight: 333, weightType: 'variable', stickiness: 'sessionId' },
    { name: 'c', weight: 334, weightType: 'variable', stickiness: 'userId' },
  ]
  const rules = [
    { name: 'default', parameters: {}, variants },
    { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'userId' }, variants },
    {
      name: 'flexibleRollout',
      parameters: { rollout: '50', groupId: 'other', stickiness: '' },
      variants: [],
    },
    { name: 'flexibleRollout', parameters: { rollout: '50', groupId: 'other' }, variants: [] },
    { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'tenant' }, variants: [] },
    {
      name: 'flexibleRollout',
      parameters: { rollout: '50', groupId: 'other', stickiness: null },
      variants: [],
    },
  ]
  const data = {
    ...empty,
    features: [{ name: 'moved' }],
    featureStrategies: rules.map((rule) => ({ ...rule, featureName: 'moved' })),
    featureEnvironments: [{ name: 'development', featureName: 'moved', enabled: true }],
  }
  const request = { project: 'default', environment: 'development', data }
  const { warnings } = await validate(request)
  expect(warnings).toMatchObject([
    {
      message: expect.stringContaining('Not all SDKs evaluate the following rules alike'),
      affectedItems: [
        expect.stringContaining('moved: rule 1 (default): Java, Python'),
        expect.stringContaining('moved: rule 1 (default): The rule has variants and no groupId'),
        expect.stringContaining('moved: rule 2 (flexibleRollout): Java, Python'),
        expect.stringContaining('moved: rule 2 (flexibleRollout): The rule has variants and no groupId'),
      ],
    },
    {
      message: expect.stringContaining('no context field has the name'),
      affectedItems: ['tenant'],
    },
  ])
  expect((await take(request)).status).toBe(200)
  const stored = (await as.admin.get(`${features}/moved/environments/development/strategies`)).body
  const named = { rollout: '50', groupId: 'other', stickiness: 'default' }
  expect(stored).toMatchObject(rules.map(({ name, variants }) => ({ name, variants })))
  expect(stored.map(({ parameters }: { parameters: object }) => parameters)).toEqual([
    ...rules.slice(0, 2).map(({ parameters }) => parameters),
    named,
    named,
    { rollout: '50', stickiness: 'tenant' },
    named,
  ])
  expect(states(await validate(request))).toEqual(new Set(['same']))

  const [first] = stored
  const saved = await as.admin.put(`${features}/moved/environments/development/strategies/${first.id}`, {
    ...first,
    title: 'Everyone',
  })
  expect(saved.body).toMatchObject({ parameters: {}, variants })
})

test('validation finds what saving would refuse, and names the flag and rule', async () => {
  const rule = (more: object) => ({ featureName: 'broken', name: 'flexibleRollout', ...more })
  const variant = { name: 'a', weight: 1000, weightType: 'fix', stickiness: 'default' }
  const data = {
    ...empty,
    features: [{ name: 'broken' }],
    featureStrategies: [
      rule({ parameters: { rollout: '100' } }),
      rule({ title: 'A few', parameters: { rollout: '0.5' } }),
      rule({ parameters: { rollout: '101' } }),
      rule({ parameters: { rollout: '1' }, variants: [variant] }),
      rule({ constraints: [{ contextName: 'userId', operator: 'NUM_EQ', value: 'seven' }] }),
    ],
    featureEnvironments: [{ name: 'development', featureName: 'broken', enabled: true }],
  }
  const request = { project: 'default', environment: 'development', data }
  const { errors } = await validate(request)
  expect(errors).toEqual([
    {
      message: 'The following flags have rules or variants that cannot be saved:',
      affectedItems: [
        'broken: rule 2 (A few): "0.5" is not a whole number from 0 to 100. Fractions of a percent are refused because SDKs evaluate them differently.',
        'broken: rule 3 (flexibleRollout): "101" is not a whole number from 0 to 100.',
        'broken: rule 4 (flexibleRollout): At least one variant needs a variable weight.',
        'broken: rule 5 (flexibleRollout): "seven" is not a number.',
      ],
    },
  ])
  const refused = await take(request)
  expect(refused.status).toBe(400)
  expect(refused.body.details[0].message).toContain('broken: rule 2 (A few)')
  expect((await as.admin.get(`${features}/broken`)).status).toBe(404)
})
