import { expect, test } from 'vitest'
import { codeKit } from '../../../test/code.ts'
import { trail } from '../../../test/fixtures.ts'
import { type Answer, testApp } from '../../../test/kit.ts'

const kit = await testApp()
const { as, db } = kit
const { project, apply, file, plan, planAndApply, state, turn } = codeKit(kit)
const MEMBER = 5
const why = { headers: { 'x-change-reason': 'The shop is down' } }
const flag = (name: string) => `${project}/features/${name}`
const at = (name: string, environment = 'production') => `${flag(name)}/environments/${environment}`
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
})
const variants = [{ name: 'a', weight: 100 }]
const locked = { default: { lock: true } }
const content = {
  type: 'release',
  description: 'from the file',
  tags: ['simple:shop'],
  links: ['https://example.com/doc'],
  dependencies: [],
  environments: { production: { enabled: true, rules: [{ rollout: 50 }], variants } },
}
const ruleOf = async (name: string, environment = 'production') =>
  `${at(name, environment)}/strategies/${(await state(name, environment)).strategies[0].id}`

let count = 0
/** A flag whose fields in production a file manages and locks. */
async function makeLocked(more: object = {}, config: object = locked) {
  const name = `locked-${++count}`
  const flags = [file(name, { ...content, ...more })]
  await planAndApply({ owner: name, flags, config })
  return { name, owner: name, flags }
}
const refused = ({ status, body }: Answer) => [status, body.name, body.code]
const managed = [409, 'ManagedByFile', 'managedByFile']

test('a locked field cannot be changed, whichever way is tried', async () => {
  const { name } = await makeLocked()
  const there = await ruleOf(name)
  const tries: (() => Promise<Answer>)[] = [
    () => as.editor.post(`${at(name)}/strategies`, rule('10')),
    () => as.editor.put(there, rule('60')),
    () => as.editor.patch(there, [{ op: 'replace', path: '/disabled', value: true }]),
    () => as.editor.patch(there, [{ op: 'replace', path: '/title', value: 'Staff' }]),
    () => as.editor.delete(there),
    () => as.editor.put(`${at(name)}/variants`, []),
    () => as.editor.put(flag(name), { description: 'theirs', type: 'release' }),
    () => as.editor.put(flag(name), { description: 'from the file', type: 'experiment' }),
    () => as.editor.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'other' }),
    () => as.editor.delete(`/api/admin/features/${name}/tags/simple/shop`),
    () => as.editor.post(`${flag(name)}/link`, { url: 'https://example.com/more' }),
    () => as.editor.delete(flag(name)),
    () => as.editor.post(`${project}/archive`, { features: [name] }),
    () =>
      as.editor.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'production',
        data: {
          features: [{ name, type: 'release', description: 'from the file' }],
          featureStrategies: [{ ...rule('70'), featureName: name }],
          featureEnvironments: [{ name, enabled: true }],
          contextFields: [],
          featureTags: [],
          segments: [],
          tagTypes: [],
        },
      }),
  ]
  for (const [index, attempt] of tries.entries())
    expect([index, ...refused(await attempt())]).toEqual([index, ...managed])
  const { body } = await as.editor.put(there, rule('60'))
  expect(body).toMatchObject({
    permissions: ['OVERRIDE_MANAGED'],
    managed: [{ project: 'default', flag: name, environment: 'production', field: 'rules', owner: name }],
  })
  expect(body.message).toContain(`${name} manages it in flags/${name}.yaml. Change the file and apply it`)
  expect((await as.viewer.get(`/api/admin/code/drift?owner=${name}`)).body.items).toEqual([])
  expect((await as.viewer.get(`${flag(name)}/code`)).body.claims[0]).toMatchObject({ locked: true })
})

test('turning off is never refused, and turning on is what the file says', async () => {
  const on = await makeLocked()
  expect((await turn(on.name, 'off')).status).toBe(200)
  expect((await state(on.name, 'production')).enabled).toBe(false)
  // Drift in one field does not make others free, and does not lock those that nobody manages.
  expect(refused(await as.editor.post(`${at(on.name)}/strategies`, rule('10')))).toEqual(managed)
  expect((await as.editor.post(`${at(on.name, 'development')}/on`)).status).toBe(200)
  expect((await turn(on.name, 'on')).status).toBe(200)
  const off = await makeLocked({ environments: { production: { enabled: false, rules: [{ rollout: 1 }] } } })
  const bulk = { features: [off.name] }
  const answer = await as.editor.post(`${project}/bulk_features/environments/production/on`, bulk)
  expect(refused(answer)).toEqual(managed)
  expect(refused(await turn(off.name, 'on'))).toEqual(managed)
})

test('other environments, unclaimed fields and rollouts of people are free', async () => {
  const manage = { definition: 'file', production: { rules: 'file', rollout: 'people' } }
  const { name } = await makeLocked({ links: undefined }, { default: { lock: true, manage } })
  expect((await as.editor.post(`${at(name, 'development')}/strategies`, rule('10'))).status).toBe(200)
  expect((await as.editor.post(`${flag(name)}/link`, { url: 'https://example.com/free' })).status).toBe(204)
  const there = await ruleOf(name)
  const { body } = await as.editor.get(there)
  const raised = { ...body, parameters: { ...body.parameters, rollout: '80' } }
  expect((await as.editor.put(there, raised)).status).toBe(200)
  expect(refused(await as.editor.put(there, { ...raised, title: 'theirs' }))).toEqual(managed)
  expect((await as.admin.put(there, { ...raised, title: 'theirs' }, why)).status).toBe(200)
  // The rule differs from the file now, and its rollout is still free.
  const lowered = { ...raised, title: 'theirs', parameters: { ...body.parameters, rollout: '20' } }
  expect((await as.editor.put(there, lowered)).status).toBe(200)
})

test('with the permission and a reason, a locked field is changed and the reason recorded', async () => {
  const { name } = await makeLocked()
  const there = await ruleOf(name)
  const silent = await as.admin.put(there, rule('60'))
  expect(refused(silent)).toEqual([409, 'ManagedByFile', 'managedReasonNeeded'])
  expect(silent.body.message).toContain('X-Change-Reason')
  expect(refused(await as.editor.put(there, rule('60'), why))).toEqual(managed)
  expect((await as.admin.put(there, rule('60'), why)).status).toBe(200)
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'code-lock-skipped',
    project: 'default',
    environment: 'production',
    flag: name,
    data: { reason: 'The shop is down', owners: [name], flags: [name], fields: ['rules'] },
  })
  const { body } = await as.viewer.get(`/api/admin/code/drift?owner=${name}`)
  expect(body.items).toMatchObject([{ field: 'rules' }])
})

test('undo is refused if it changes a locked field, and the files can undo what they applied', async () => {
  const { name, owner } = await makeLocked({}, { default: {} })
  const changed = await as.editor.put(flag(name), { description: 'theirs', type: 'release' })
  const flags = [file(name, { ...content, description: 'theirs' })]
  await planAndApply({ owner, flags, config: locked })
  expect(refused(await as.editor.post(`/api/admin/undo/${changed.headers['x-undo']}`))).toEqual(managed)
  const next = [file(name, { ...content, description: 'next', environments: {} })]
  const done = await planAndApply({ owner, flags: next, config: locked })
  expect((await as.admin.post(`/api/admin/undo/${done.undo[0]}`)).status).toBeLessThan(300)
  expect((await as.viewer.get(flag(name))).body.description).toBe('theirs')
})

test('the lock ends when the file drops it, and when the claims are released', async () => {
  const { name, owner, flags } = await makeLocked()
  expect((await plan({ owner, flags, config: locked })).parts).toBe(0)
  const unlocking = await plan({ owner, flags })
  expect(unlocking).toMatchObject({
    items: [],
    parts: 1,
    locks: [{ project: 'default', locked: false }],
  })
  const edit = (description: string) => as.editor.put(flag(name), { description, type: 'release' })
  expect(refused(await edit('one'))).toEqual(managed)
  await apply(unlocking.id)
  expect((await trail(db, 1))[0]).toMatchObject({ type: 'code-applied', data: { locked: false } })
  expect((await edit('one')).status).toBe(200)
  await planAndApply({ owner, flags, config: locked })
  expect(refused(await edit('two'))).toEqual(managed)
  // Another flag of a locked project that no file manages.
  await as.editor.post(`${project}/features`, { name: 'beside' })
  expect((await as.editor.put(flag('beside'), { description: 'x', type: 'release' })).status).toBe(200)
  expect((await as.admin.delete(`/api/admin/code/claims?project=default&owner=${owner}`)).status).toBe(204)
  expect((await edit('three')).status).toBe(200)
  expect((await plan({ owner, flags: [], config: locked })).locks).toEqual([
    { project: 'default', locked: true },
  ])
})

test('files archive what they lock, and a revived flag is theirs again', async () => {
  const { name, owner } = await makeLocked()
  const { id } = await plan({ owner, flags: [], config: { default: { lock: true, remove: 'archive' } } })
  expect((await apply(id, { allowMany: true })).error).toBeUndefined()
  const row = db.selectFrom('flags').select('archived_at').where('name', '=', name)
  expect((await row.executeTakeFirst())?.archived_at).not.toBeNull()
  const other = await makeLocked()
  expect((await as.admin.delete(flag(other.name), why)).status).toBe(202)
  expect((await as.editor.post(`/api/admin/archive/revive/${other.name}`)).status).toBe(200)
})

test('many people cannot get past a lock at the same time', async () => {
  const { name } = await makeLocked()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? as.editor.post(`${at(name)}/strategies`, rule(String(index)))
        : as.editor.post(`${at(name, 'development')}/strategies`, rule(String(index))),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([409, 200, 409, 200, 409, 200, 409, 200])
})

test('a project role can contain the permission to override locks', async () => {
  const { name } = await makeLocked()
  const permissions = [{ name: 'OVERRIDE_MANAGED' }]
  const { body } = await as.admin.post('/api/admin/roles', { name: 'On call', type: 'custom', permissions })
  const roles = { roles: [MEMBER, body.roles.id] }
  const edit = (more = {}) => as.member.put(flag(name), { description: 'theirs', type: 'release' }, more)
  expect(refused(await edit(why))).toEqual(managed)
  expect((await as.admin.put(`${project}/users/${kit.actors.member.id}/roles`, roles)).status).toBe(200)
  expect(refused(await edit())).toEqual([409, 'ManagedByFile', 'managedReasonNeeded'])
  expect((await edit(why)).status).toBe(200)
})

test('change requests that the files opened are applied, and those of people are refused', async () => {
  const { name, owner } = await makeLocked()
  const protect = { changeRequestsEnabled: true, requiredApprovals: 1 }
  await as.admin.put(`${project}/environments/production/change-requests/config`, protect)
  const decide = (id: number, to: string) =>
    as.admin.put(`${project}/change-requests/${id}/state`, { state: to })
  const environments = { production: { enabled: true, rules: [{ rollout: 80 }], variants } }
  const done = await planAndApply({
    owner,
    flags: [file(name, { ...content, environments })],
    config: locked,
  })
  const [{ id }] = done.requests
  await decide(id, 'Approved')
  expect((await decide(id, 'Applied')).status).toBe(200)
  expect((await state(name, 'production')).strategies[0].parameters.rollout).toBe('80')
  const propose = { headers: { prefer: 'propose' } }
  const proposed = await as.member.post(`${at(name)}/strategies`, rule('1'), propose)
  await as.member.put(`${project}/change-requests/${proposed.body.id}/state`, { state: 'In review' })
  await decide(proposed.body.id, 'Approved')
  expect((await decide(proposed.body.id, 'Applied')).body.code).toBe('managedReasonNeeded')
  expect((await state(name, 'production')).strategies).toHaveLength(1)
})

test('a lock is not ended by people who may not override it', async () => {
  const { name, owner } = await makeLocked()
  const release = `/api/admin/code/claims?project=default&owner=${owner}`
  expect((await as.editor.delete(release)).status).toBe(403)
  const { body: taking } = await as.editor.post('/api/admin/code/plan', {
    owner: 'another',
    config: { default: {} },
    flags: [file(name, { description: 'theirs' })],
    take: true,
  })
  const { body: taken } = await as.editor.post(`/api/admin/code/plans/${taking.id}/apply`, {})
  expect(JSON.stringify(taken)).toContain('OVERRIDE_MANAGED')
  expect((await as.admin.delete(release)).status).toBe(204)
  expect((await as.editor.put(flag(name), { description: 'theirs', type: 'release' })).status).toBe(200)
})

test('an old version of the files is not brought back by reverting its event', async () => {
  const { name, owner } = await makeLocked()
  const next = (description: string) =>
    planAndApply({ owner, config: locked, flags: [file(name, { ...content, description })] })
  await next('second')
  const { revision } = await db
    .selectFrom('events')
    .select('revision')
    .where('type', '=', 'code-applied')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await next('third')
  const revert = `/api/admin/events/${revision}/revert`
  expect(refused(await as.editor.post(revert, { evenIfChanged: true }))).toEqual(managed)
  expect((await as.viewer.get(flag(name))).body.description).toBe('third')
})
