import { expect, test } from 'vitest'
import { codeKit } from '../../../test/code.ts'
import { testApp } from '../../../test/kit.ts'

const kit = await testApp()
const { as, db } = kit
const { project, apply, file, plan, planAndApply, state, turn } = codeKit(kit)

test('files create flags, and applying them again changes nothing', async () => {
  const flags = [
    file('new-cart', {
      type: 'release',
      description: 'One page',
      environments: {
        development: { enabled: true, rules: [{ rollout: 100 }] },
        production: {
          rules: [
            {
              rollout: 10,
              stickiness: 'userId',
              where: [{ field: 'userId', in: ['1'] }],
              variants: [
                { name: 'one-page', weight: 50, payload: 'one-page' },
                { name: 'classic', weight: 50, payload: 'classic' },
              ],
            },
          ],
        },
      },
    }),
    file('gift-cards', { dependencies: ['new-cart'] }),
  ]
  const first = await plan({ flags })
  expect(first.items.map(({ name, environment, action }: never) => [name, environment, action])).toEqual([
    ['new-cart', undefined, 'create'],
    ['new-cart', 'development', 'create'],
    ['new-cart', 'production', 'create'],
    ['gift-cards', undefined, 'create'],
  ])
  const done = await apply(first.id)
  expect(done).toMatchObject({ done: 1, parts: 1, flags: 2, total: 2, requests: [] })
  expect(done.undo).toHaveLength(1)
  expect(await state('new-cart', 'development')).toMatchObject({ enabled: true })
  expect((await state('new-cart', 'production')).strategies[0].parameters).toEqual({
    rollout: '10',
    stickiness: 'userId',
    groupId: 'new-cart',
  })
  const revision = await newest()
  const again = await plan({ flags })
  expect(again).toMatchObject({ items: [], errors: [], parts: 0, same: 2 })
  expect(await apply(again.id)).toMatchObject({ parts: 0, revision })
  expect(await newest()).toBe(revision)
})

test('a file gives a flag a value type, and its payloads must fit', async () => {
  const variant = (payload: string) => ({
    environments: {
      development: { rules: [{ rollout: 100, variants: [{ name: 'big', weight: 100, payload }] }] },
    },
  })
  const value = { type: 'string', default: 'classic' } as const
  const flags = [file('typed-cart', { value, ...variant('one-page') })]
  await planAndApply({ flags, owner: 'typed' })
  expect(await plan({ flags, owner: 'typed' })).toMatchObject({ items: [], errors: [], same: 1 })
  const { body } = await as.editor.get(`/api/admin/code/export?project=default`)
  expect(body.flags.find(({ flag }: { flag: string }) => flag === 'typed-cart').value).toEqual(value)
  const other = { value: { type: 'integer', default: 3 }, ...variant('many') } as const
  const { errors } = await plan({ flags: [file('typed-cart', other)], owner: 'typed' })
  expect(JSON.stringify(errors)).toContain('typed-cart')
})

const newest = async () =>
  (await db.selectFrom('events').select('revision').orderBy('revision', 'desc').executeTakeFirst())?.revision

const isArchived = async (flag: string) =>
  (await db.selectFrom('flags').select('archived_at').where('name', '=', flag).executeTakeFirstOrThrow())
    .archived_at !== null

test('what people changed is kept and reported as drift, until it is overwritten', async () => {
  const flags = [file('kept', { environments: { production: { enabled: true, rules: [{ rollout: 50 }] } } })]
  await planAndApply({ flags, owner: 'kept' })
  await turn('kept', 'off')
  const drifted = await plan({ flags, owner: 'kept' })
  expect(drifted).toMatchObject({
    parts: 0,
    items: [
      {
        action: 'drift',
        environment: 'production',
        fields: [{ path: 'enabled', before: false, after: true, lastApplied: true }],
        changed: { by: 'edith@example.com', event: expect.any(Number), at: expect.any(String) },
      },
    ],
  })
  await apply(drifted.id)
  expect((await state('kept', 'production')).enabled).toBe(false)
  const { body } = await as.viewer.get('/api/admin/code/drift?owner=kept')
  expect(body).toMatchObject({
    claims: 2,
    items: [{ flag: 'kept', field: 'enabled', present: false, lastApplied: true, owner: 'kept' }],
  })
  await planAndApply({ flags, owner: 'kept', overwrite: ['kept'] })
  expect((await state('kept', 'production')).enabled).toBe(true)
  expect((await as.viewer.get('/api/admin/code/drift?owner=kept')).body.items).toEqual([])
})

test('a changed file is written if people have changed nothing', async () => {
  const at = (rollout: number) => [
    file('moved', { environments: { production: { enabled: true, rules: [{ rollout }] } } }),
  ]
  await planAndApply({ flags: at(10), owner: 'moved' })
  const next = await plan({ flags: at(20), owner: 'moved' })
  expect(next.items).toMatchObject([
    { action: 'change', environment: 'production', fields: [{ path: 'rules' }] },
  ])
  await apply(next.id)
  expect((await state('moved', 'production')).strategies[0].parameters.rollout).toBe('20')
})

test('changes on both sides are a conflict, and nothing is applied', async () => {
  const at = (description: string) => [file('both', { description }), file('beside', { description })]
  await planAndApply({ flags: at('one'), owner: 'both' })
  await as.editor.put(`${project}/features/both`, { description: 'theirs', type: 'release' })
  const next = await plan({ flags: at('two'), owner: 'both' })
  expect(next.items).toContainEqual(expect.objectContaining({ name: 'both', action: 'conflict' }))
  const { status, body } = await as.admin.post(`/api/admin/code/plans/${next.id}/apply`, {})
  expect([status, body.code]).toEqual([409, 'planBlocked'])
  expect(body.details[0].message).toContain('both description')
  expect((await as.viewer.get(`${project}/features/beside`)).body.description).toBe('one')
})

test('fields that a file does not mention, or that are left to people, are never written or compared', async () => {
  const manage = {
    definition: 'file',
    development: 'initial',
    production: { rules: 'file', enabled: 'people' },
  }
  const content = (rollout: number) => ({
    description: 'from the file',
    environments: {
      development: { enabled: true, rules: [{ rollout }] },
      production: { enabled: true, rules: [{ rollout }] },
    },
  })
  const body = (rollout: number) => ({
    flags: [file('modes', content(rollout))],
    owner: 'modes',
    config: { default: { manage } },
  })
  await planAndApply(body(10))
  expect(await state('modes', 'development')).toMatchObject({ enabled: true })
  expect(await state('modes', 'production')).toMatchObject({ enabled: false })
  await as.editor.put(`${project}/features/modes`, {
    description: 'from the file',
    type: 'experiment',
    impressionData: true,
  })
  await turn('modes', 'on')
  const next = await plan(body(30))
  expect(
    next.items.map(({ environment, fields }: never) => [
      environment,
      (fields as { path: string }[])[0]?.path,
    ]),
  ).toEqual([['production', 'rules']])
  await apply(next.id)
  expect((await state('modes', 'development')).strategies[0].parameters.rollout).toBe('10')
  expect((await state('modes', 'production')).enabled).toBe(true)
  expect((await as.viewer.get(`${project}/features/modes`)).body).toMatchObject({
    type: 'experiment',
    impressionData: true,
  })
})

test('a rollout that is left to people starts with the value of the file and then stays', async () => {
  const body = (rollout: number, title: string) => ({
    flags: [file('shares', { environments: { production: { rules: [{ rollout, title }] } } })],
    owner: 'shares',
    config: { default: { manage: { production: { rules: 'file', rollout: 'people' } } } },
  })
  await planAndApply(body(10, 'First'))
  const [rule] = (await state('shares', 'production')).strategies
  expect(rule.parameters.rollout).toBe('10')
  await as.editor.patch(`${project}/features/shares/environments/production/strategies/${rule.id}`, [
    { op: 'replace', path: '/parameters/rollout', value: '77' },
  ])
  expect(await plan(body(20, 'First'))).toMatchObject({ items: [], parts: 0 })
  await planAndApply(body(20, 'Second'))
  expect((await state('shares', 'production')).strategies).toMatchObject([
    { id: rule.id, title: 'Second', parameters: { rollout: '77' } },
  ])
})

test('a field of another owner is an error that names it, unless it is taken', async () => {
  const flags = [file('fought-over', { description: 'x' })]
  await planAndApply({ flags, owner: 'first' })
  const next = await plan({ flags, owner: 'second' })
  expect(next.errors).toEqual([
    {
      message: 'The following fields are managed by another owner:',
      affectedItems: ['fought-over description: first'],
    },
  ])
  expect((await as.admin.post(`/api/admin/code/plans/${next.id}/apply`, {})).status).toBe(409)
  const beside = [file('fought-over', { stale: true })]
  await planAndApply({ flags: beside, owner: 'second' })
  await planAndApply({
    flags: [file('fought-over', { description: 'y', stale: true })],
    owner: 'second',
    take: true,
  })
  const event = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'code-applied')
    .orderBy('revision', 'desc')
    .executeTakeFirst()
  expect(event?.data).toMatchObject({ name: 'second', taken: ['fought-over'] })
  expect((await plan({ flags, owner: 'first' })).errors).toHaveLength(1)
})

test('two owners that plan at the same time cannot both claim a field', async () => {
  const flags = [file('race', { description: 'x' })]
  await as.admin.post(`${project}/features`, { name: 'race', description: 'x' })
  const [first, second] = [await plan({ flags, owner: 'a' }), await plan({ flags, owner: 'b' })]
  await apply(first.id)
  const { error } = await apply(second.id)
  expect(error).toMatchObject({ code: 'claimedByOther' })
})

test('a flag whose file is deleted is given back, or archived', async () => {
  const owner = 'leaving'
  const many = Array.from({ length: 9 }, (_, index) => file(`stays-${index}`, { description: 'x' }))
  await planAndApply({ flags: [...many, file('goes', { description: 'x' })], owner })
  const kept = await plan({ flags: many, owner })
  expect(kept.items).toMatchObject([{ name: 'goes', action: 'release' }])
  const archived = await plan({ flags: many, owner, config: { default: { remove: 'archive' } } })
  expect(archived.items).toMatchObject([{ name: 'goes', action: 'archive', lastSeenAt: null }])
  const done = await apply(archived.id)
  expect(await isArchived('goes')).toBe(true)
  expect((await as.admin.post(`/api/admin/undo/${done.undo[0]}`, {})).status).toBeLessThan(300)
  expect(await isArchived('goes')).toBe(false)
})

test('a flag that is still evaluated is only archived if this is allowed', async () => {
  const owner = 'used'
  const config = { default: { remove: 'archive' } }
  const many = Array.from({ length: 9 }, (_, index) => file(`used-${index}`, { description: 'x' }))
  await planAndApply({ flags: [...many, file('busy', { description: 'x' })], owner, config })
  await db.updateTable('flags').set({ last_seen_at: new Date() }).where('name', '=', 'busy').execute()
  const { id, used } = await plan({ flags: many, owner, config })
  expect(used).toEqual(['busy'])
  const refused = await as.admin.post(`/api/admin/code/plans/${id}/apply`, {})
  expect([refused.status, refused.body.code]).toEqual([409, 'planBlocked'])
  expect((await apply(id, { allowUsed: true })).error).toBeUndefined()
  expect(await isArchived('busy')).toBe(true)
})

test('an empty checkout does not archive or release everything', async () => {
  const owner = 'empty'
  await planAndApply({
    flags: [file('only', { description: 'x' }), file('other', { description: 'x' })],
    owner,
  })
  for (const remove of ['archive', 'keep']) {
    const { id, many } = await plan({ flags: [], owner, config: { default: { remove } } })
    expect(many).toBe(true)
    const { status, body } = await as.admin.post(`/api/admin/code/plans/${id}/apply`, {})
    expect([status, body.code]).toEqual([409, 'planBlocked'])
  }
  const { id } = await plan({ flags: [], owner, config: { default: { remove: 'archive' } } })
  expect((await apply(id, { allowMany: true })).error).toBeUndefined()
  expect(await isArchived('only')).toBe(true)
})

test('a flag that people archived stays archived', async () => {
  const flags = [file('retired', { description: 'x' })]
  await planAndApply({ flags, owner: 'retired' })
  await as.admin.delete(`${project}/features/retired`)
  const next = await plan({ flags, owner: 'retired' })
  expect(next).toMatchObject({ parts: 0, items: [{ action: 'drift', fields: [{ path: 'archived' }] }] })
})

test('a change after the plan is not overwritten, and the error names it', async () => {
  const at = (rollout: number) => [
    file('since', { environments: { production: { enabled: true, rules: [{ rollout }] } } }),
    file('since-too', { environments: { production: { enabled: true, rules: [{ rollout }] } } }),
  ]
  await planAndApply({ flags: at(10), owner: 'since' })
  const next = await plan({ flags: at(20), owner: 'since' })
  await turn('since', 'off')
  expect((await apply(next.id)).error).toMatchObject({
    code: 'planOutdated',
    changed: { object: 'since', by: 'edith@example.com', at: expect.any(String), event: expect.any(Number) },
  })
  expect((await state('since-too', 'production')).strategies[0].parameters.rollout).toBe('10')
  await turn('since', 'on')
  expect((await planAndApply({ flags: at(20), owner: 'since' })).error).toBeUndefined()
})

test('a plan is applied once', async () => {
  const { id } = await plan({ flags: [file('once', { description: 'x' })], owner: 'once' })
  await apply(id)
  expect((await apply(id)).error).toMatchObject({ code: 'planApplied' })
})

test('several projects are one transaction with one undo, and hidden ones do not exist', async () => {
  await as.admin.post('/api/admin/projects', { id: 'second', name: 'Second', mode: 'private' })
  const body = {
    owner: 'pair',
    config: { default: {}, second: {} },
    flags: [
      file('pair-a', { description: 'x' }),
      { ...file('pair-b', { description: 'x' }), project: 'second' },
    ],
  }
  expect((await as.viewer.post('/api/admin/code/plan', body)).status).toBe(404)
  const { id } = await plan(body)
  expect((await as.viewer.post(`/api/admin/code/plans/${id}/apply`, {})).status).toBe(404)
  const { undo, parts } = await apply(id)
  expect([parts, undo.length]).toEqual([1, 1])
  await as.admin.post(`/api/admin/undo/${undo[0]}`, {})
  expect(await isArchived('pair-b')).toBe(true)
})

test('applying needs the permission for each change, and claiming that for the flag', async () => {
  const { body } = await as.viewer.post('/api/admin/code/plan', {
    owner: 'viewer',
    config: { default: {} },
    flags: [file('forbidden', { description: 'x' })],
  })
  expect(body.permissions[0].affectedItems).toContain('CREATE_FEATURE')
  const answer = await as.viewer.post(`/api/admin/code/plans/${body.id}/apply`, {})
  expect(String(answer.body)).toContain('UPDATE_FEATURE')
  expect((await as.viewer.get(`${project}/features/forbidden`)).status).toBe(404)
})

test('errors in files are listed with their path, and block the plan', async () => {
  const { errors } = await plan({
    owner: 'wrong',
    flags: [
      file('wrong', { environments: { production: { rules: [{ where: [{ field: 'a' }] }] } } }),
      file('wrong-2', { environments: { production: { rules: [{ segments: ['nowhere'] }] } } }),
    ],
  })
  expect(errors).toContainEqual({
    message: 'The following file cannot be read:',
    affectedItems: [expect.stringContaining('wrong.yaml: environments.production.rules.0.where.0')],
  })
  expect(JSON.stringify(errors)).toContain('nowhere')
})

test('claims end when they are released', async () => {
  const flags = [file('released', { description: 'x' })]
  await planAndApply({ flags, owner: 'released' })
  const claims = async () => (await as.viewer.get(`${project}/features/released/code`)).body.claims
  expect(await claims()).toMatchObject([
    { owner: 'released', path: 'flags/released.yaml', field: 'description' },
  ])
  const path = '/api/admin/code/claims?owner=released&project=default'
  expect((await as.viewer.delete(path)).status).toBe(403)
  expect((await as.admin.delete(path)).status).toBe(204)
  expect(await claims()).toEqual([])
})

test('an export of everything makes an empty plan', async () => {
  await as.admin.post('/api/admin/segments', { name: 'staff', constraints: [] })
  await as.admin.post(`${project}/features`, { name: 'full', description: 'All', impressionData: true })
  const production = `${project}/features/full/environments/production`
  const { body: segments } = await as.admin.get('/api/admin/segments')
  await as.admin.post(`${production}/strategies`, {
    name: 'flexibleRollout',
    title: 'Staff',
    parameters: { rollout: '33', stickiness: 'random', groupId: 'another' },
    segments: [segments.segments[0].id],
    constraints: [
      { contextName: 'userId', operator: 'STR_STARTS_WITH', values: ['a', 'b'], caseInsensitive: true },
      { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01T00:00:00Z', inverted: true },
    ],
    variants: [
      {
        name: 'b',
        weight: 333,
        weightType: 'variable',
        stickiness: 'random',
        payload: { type: 'json', value: '{}' },
      },
      { name: 'a', weight: 667, weightType: 'fix', stickiness: 'random' },
    ],
  })
  await as.admin.post(`${production}/on`)
  const { body } = await as.viewer.get('/api/admin/code/export?project=default')
  expect(body.flags.length).toBeGreaterThan(10)
  const { items, errors } = await plan({
    owner: 'export',
    take: true,
    flags: body.flags.map((content: { flag: string }) => file(content.flag, content)),
  })
  expect({ items, errors }).toEqual({ items: [], errors: [] })
})

test('the JSON schemas are public', async () => {
  const { status, body } = await as.anonymous.get('/schemas/flag.v1.json')
  expect([status, body.required]).toEqual([200, ['flag']])
  expect((await as.anonymous.get('/schemas/other.json')).status).toBe(400)
})

test('a file that does not mention tags and dependencies keeps those of the flag', async () => {
  await as.editor.post(`${project}/features`, { name: 'parent-of-tagged' })
  await as.editor.post(`${project}/features`, { name: 'tagged' })
  await as.editor.post('/api/admin/features/tagged/tags', { type: 'simple', value: 'shop' })
  await as.editor.post(`${project}/features/tagged/dependencies`, { feature: 'parent-of-tagged' })
  await planAndApply({ owner: 'tags', flags: [file('tagged', { description: 'from the file' })] })
  const { body } = await as.viewer.get(`${project}/features/tagged`)
  expect(body).toMatchObject({
    description: 'from the file',
    tags: [{ type: 'simple', value: 'shop' }],
    dependencies: [{ feature: 'parent-of-tagged' }],
  })
})
