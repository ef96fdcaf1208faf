import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { provider } from '../../../test/scim.ts'
import { providers } from '../../../test/scim-corpus/index.ts'

const idp = await provider(await testApp())

/** Replaces the placeholders with real ids. */
const filled = (body: object, user: string, group: string): object =>
  JSON.parse(JSON.stringify(body).replaceAll('{user}', user).replaceAll('{group}', group))

test.each(providers)('$name can create and change a user, and create and patch a group', async (one) => {
  const asked = await idp.get(`/scim/v2/Users?filter=userName eq "nobody@example.com"&startIndex=1&count=100`)
  expect(asked.body).toMatchObject({ totalResults: 0, Resources: [] })
  const made = await idp.post('/scim/v2/Users', one.newUser)
  expect([made.status, made.body]).toMatchObject([201, { active: true }])
  const user = made.body.id

  const group = await idp.post('/scim/v2/Groups', one.newGroup)
  expect(group.status).toBe(201)
  const { id } = group.body
  for (const { says, body, gives } of one.groupPatches) {
    const { status, body: answer } = await idp.patch(`/scim/v2/Groups/${id}`, filled(body, user, id))
    const { members, ...rest } = gives
    expect([says, status, answer]).toMatchObject([says, 200, rest])
    if (members !== undefined) expect([says, answer.members.length]).toEqual([says, members])
  }

  for (const { says, body, gives } of one.userPatches) {
    const { status, body: answer } = await idp.patch(`/scim/v2/Users/${user}`, filled(body, user, id))
    expect([says, status, answer]).toMatchObject([says, 200, gives])
    expect((await idp.get(`/scim/v2/Users/${user}`)).body).toEqual(answer)
  }
})

test('the discovery endpoints describe the server', async () => {
  const config = (await idp.get('/scim/v2/ServiceProviderConfig')).body
  expect(config).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
  })
  const types = (await idp.get('/scim/v2/ResourceTypes')).body.Resources
  expect(types.map((type: { endpoint: string }) => type.endpoint)).toEqual(['/Users', '/Groups'])
  expect((await idp.get('/scim/ResourceTypes/User')).body).toEqual(types[0])
  const schemas = (await idp.get('/scim/v2/Schemas')).body
  expect(schemas.totalResults).toBe(2)
  for (const schema of schemas.Resources) {
    expect((await idp.get(`/scim/Schemas/${schema.id}`)).body).toEqual(schema)
  }
  expect((await idp.get('/scim/Schemas/nothing')).status).toBe(404)
  expect((await idp.get('/scim/ResourceTypes/Elephant')).status).toBe(404)
})
