import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { patch, person, provider } from '../../../../test/scim.ts'

const kit = await testApp()
const { as, db } = kit
const idp = await provider(kit)
const groups = '/scim/Groups'
const create = async (userName: string): Promise<string> =>
  (await idp.post('/scim/Users', person(userName))).body.id
const ann = await create('ann@x')
const bob = await create('bob@x')
const cid = await create('cid@x')
const group = (displayName: string, ...ids: string[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName,
  members: ids.map((value) => ({ value })),
})
const make = async (name: string, ...ids: string[]): Promise<string> =>
  (await idp.post(groups, group(name, ...ids))).body.id
const membersOf = async (id: string): Promise<string[]> =>
  (await idp.get(`${groups}/${id}`)).body.members.map(({ value }: { value: string }) => value)

test('creates a group with members', async () => {
  const { status, body, headers } = await idp.post(groups, {
    ...group('Payments', ann, bob),
    externalId: 'e-1',
  })
  expect(status).toBe(201)
  expect(headers.location).toBe(`http://localhost:4242/scim/Groups/${body.id}`)
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: body.id,
    externalId: 'e-1',
    displayName: 'Payments',
    members: [ann, bob].map((value) => ({
      value,
      display: 'Grace Hopper',
      type: 'User',
      $ref: `http://localhost:4242/scim/Users/${value}`,
    })),
    meta: { resourceType: 'Group', created: expect.any(String), location: headers.location },
  })
  expect((await idp.get(`/scim/v2/Groups/${body.id}`)).body).toEqual(body)
  expect((await idp.get(`/scim/Users/${ann}`)).body.groups).toEqual([{ value: body.id, display: 'Payments' }])
  const events = await db.selectFrom('events').select(['type', 'actor_type']).orderBy('revision').execute()
  expect(events.slice(-3)).toEqual([
    { type: 'group-created', actor_type: 'scim' },
    { type: 'group-user-added', actor_type: 'scim' },
    { type: 'group-user-added', actor_type: 'scim' },
  ])
})

test('a taken group name is a conflict, even if the other group is not from SCIM', async () => {
  await as.admin.post('/api/admin/groups', { name: 'Chiefs', users: [] })
  for (const name of ['PAYMENTS', 'Chiefs']) {
    const { status, body } = await idp.post(groups, group(name))
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  }
  expect(
    (await idp.get(groups)).body.Resources.map((one: { displayName: string }) => one.displayName),
  ).toEqual(['Payments'])
})

test('groups can be filtered by name, id and member', async () => {
  const id = await make('Search', cid)
  for (const filter of [
    'displayName eq "search"',
    `id eq "${id}"`,
    `members.value eq "${cid}"`,
    `members[value eq "${cid}"]`,
    'displayName eq "Search" and members pr',
  ]) {
    const { body } = await idp.get(`${groups}?filter=${encodeURIComponent(filter)}`)
    expect([filter, body.Resources.map((one: { id: string }) => one.id)]).toEqual([filter, [id]])
  }
  expect((await idp.get(`${groups}?filter=shoeSize pr`)).body.scimType).toBe('invalidFilter')
})

test('excludedAttributes omits the members', async () => {
  const { body } = await idp.get(`${groups}?excludedAttributes=members&filter=displayName eq "Payments"`)
  expect(body.Resources[0]).not.toHaveProperty('members')
  expect(
    (await idp.get(`${groups}/${body.Resources[0].id}?excludedAttributes=members`)).body,
  ).not.toHaveProperty('members')
})

test('members can be added, removed and replaced', async () => {
  const id = await make('Moving')
  const change = (...operations: object[]) => idp.patch(`${groups}/${id}`, patch(...operations))
  await change({ op: 'add', path: 'members', value: [{ value: ann }, { value: bob }] })
  expect(await membersOf(id)).toEqual([ann, bob])
  await change({ op: 'add', path: 'members', value: [{ value: ann }] })
  expect(await membersOf(id)).toEqual([ann, bob])
  await change({ op: 'remove', path: `members[value eq "${ann}"]` })
  expect(await membersOf(id)).toEqual([bob])
  await change({ op: 'replace', path: 'members', value: [{ value: cid }] })
  expect(await membersOf(id)).toEqual([cid])
  await change(
    { op: 'add', path: 'members', value: [{ value: ann }, { value: bob }] },
    { op: 'remove', path: 'members', value: [{ value: cid }, { value: ann }] },
  )
  expect(await membersOf(id)).toEqual([bob])
  await change({ op: 'remove', path: `members[value eq "nobody"]` })
  expect(await membersOf(id)).toEqual([bob])
  await change({ op: 'remove', path: 'members' })
  expect(await membersOf(id)).toEqual([])
})

test('a group can be renamed and replaced; omitted members stay', async () => {
  const id = await make('Before', ann)
  expect((await idp.put(`${groups}/${id}`, { displayName: 'After', externalId: 'e-2' })).body).toMatchObject({
    displayName: 'After',
    externalId: 'e-2',
    members: [{ value: ann }],
  })
  expect((await idp.put(`${groups}/${id}`, group('After', bob))).body.members).toMatchObject([{ value: bob }])
  const { status, body } = await idp.put(`${groups}/${id}`, group('Payments'))
  expect([status, body.scimType]).toEqual([409, 'uniqueness'])
})

test('SCIM cannot assign roles to a group', async () => {
  const id = await make('Crew', ann)
  const patched = await idp.patch(
    `${groups}/${id}`,
    patch({ op: 'replace', value: { roles: [{ value: 'Admin' }] } }),
  )
  expect(patched.status).toBe(200)
  await idp.put(`${groups}/${id}`, { ...group('Crew', ann), rootRole: 1, root_role: 1 })
  expect(
    await db.selectFrom('groups').select('root_role').where('scim_id', '=', id).executeTakeFirst(),
  ).toEqual({ root_role: null })
})

test('a deactivated account stays a group member and gets its rights back when reactivated', async () => {
  const dan = await create('dan@x')
  const id = await make('Admins here', dan)
  await db.updateTable('groups').set({ root_role: 2 }).where('scim_id', '=', id).execute()
  await idp.patch(`/scim/Users/${dan}`, patch({ op: 'replace', path: 'active', value: false }))
  expect(await membersOf(id)).toEqual([dan])
  const listed = (await as.admin.get('/api/admin/groups')).body.groups
  expect(listed.find((one: { name: string }) => one.name === 'Admins here').userCount).toBe(0)
  await idp.patch(`/scim/Users/${dan}`, patch({ op: 'replace', path: 'active', value: true }))
  expect((await idp.get(`/scim/Users/${dan}`)).body.groups).toEqual([{ value: id, display: 'Admins here' }])
  expect((await idp.delete(`/scim/Users/${dan}`)).status).toBe(204)
  expect(await membersOf(id)).toEqual([])
})

test('deleting a group keeps the accounts of its members', async () => {
  const id = await make('Short', ann)
  expect((await idp.delete(`${groups}/${id}`)).status).toBe(204)
  expect((await idp.get(`${groups}/${id}`)).status).toBe(404)
  expect((await idp.delete(`${groups}/${id}`)).status).toBe(404)
  expect((await idp.get(`/scim/Users/${ann}`)).status).toBe(200)
})

test('invalid group requests are refused', async () => {
  const id = await make('Wrong')
  for (const [answer, status, scimType] of [
    [await idp.post(groups, {}), 400, 'invalidValue'],
    [await idp.post(groups, group(' ')), 400, 'invalidValue'],
    [await idp.post(groups, group('Ghosts', 'nobody')), 400, 'invalidValue'],
    [await idp.post(groups, { displayName: 'x', members: [7] }), 400, 'invalidValue'],
    [
      await idp.post(groups, { displayName: 'x', members: [{ value: id, type: 'Group' }] }),
      400,
      'invalidValue',
    ],
    [await idp.put(`${groups}/nobody`, group('x')), 404, undefined],
    [await idp.put(`${groups}/${id}`, {}), 400, 'invalidValue'],
    [await idp.patch(`${groups}/nobody`, patch({ op: 'remove', path: 'members' })), 404, undefined],
    [await idp.patch(`${groups}/${id}`, patch({ op: 'remove', path: 'displayName' })), 400, 'invalidValue'],
    [
      await idp.patch(`${groups}/${id}`, patch({ op: 'remove', path: 'members[type pr]' })),
      400,
      'invalidPath',
    ],
    [
      await idp.patch(`${groups}/${id}`, patch({ op: 'add', path: 'members.value', value: ann })),
      400,
      'invalidPath',
    ],
    [await idp.patch(`${groups}/${id}`, {}), 400, 'invalidSyntax'],
  ] as const) {
    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
  }
  expect(await membersOf(id)).toEqual([])
})

test('the name and members of a SCIM group cannot be changed in Flagstaff', async () => {
  await make('Kept', ann)
  const kept = (await as.admin.get('/api/admin/groups')).body.groups.find(
    (one: { name: string }) => one.name === 'Kept',
  )
  const change = (body: object) => as.admin.put(`/api/admin/groups/${kept.id}`, { name: 'Kept', ...body })
  expect((await change({ name: 'Mine' })).status).toBe(400)
  expect((await change({ users: [] })).status).toBe(400)
  expect((await change({ description: 'From the directory', rootRole: 3 })).status).toBe(200)
})
