import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { bothProtocols } from '../../../test/providers/both.ts'

// One provider speaks both protocols, and its issuer and its SAML entity ID are the same text, as in Keycloak.

const kit = await testApp({ ENCRYPTION_KEY: 'a key for tests' })
const { byOidc, bySaml, provider } = await bothProtocols(kit)
afterAll(() => provider.stop())

test('a SAML name ID that equals the OpenID Connect subject of another person opens a different account', async () => {
  const ann = await byOidc({ sub: 'subject-of-ann', email: 'ann@acme.example' })
  expect(ann.email).toBe('ann@acme.example')
  const mallory = await bySaml({ id: 'subject-of-ann', attributes: { email: 'mallory@acme.example' } })
  expect(mallory.email).toBe('mallory@acme.example')
  const again = await bySaml({ id: 'subject-of-ann', attributes: { email: 'ann@acme.example' } })
  expect(again.email).toBe('mallory@acme.example')
  expect((await byOidc({ sub: 'subject-of-ann', email: 'moved@acme.example' })).email).toBe(
    'ann@acme.example',
  )
})

test('an OpenID Connect subject that equals the SAML name ID of another person opens a different account', async () => {
  await bySaml({ id: 'dora', attributes: { email: 'dora@acme.example' } })
  const other = await byOidc({ sub: 'dora', email: 'other@acme.example' })
  expect(other.email).toBe('other@acme.example')
})

test('a person with a verified address can sign in by either protocol, whichever came first', async () => {
  const grace = await byOidc({ sub: 'oidc-grace', email: 'grace@acme.example' })
  const bySecond = await bySaml({ id: 'saml-grace', attributes: { email: 'grace@acme.example' } })
  expect(bySecond.id).toBe(grace.id)
  const bob = await bySaml({ id: 'bob', attributes: { email: 'bob@acme.example' } })
  expect((await byOidc({ sub: 'bob', email: 'bob@acme.example' })).id).toBe(bob.id)
})

test('an unverified address does not connect the second protocol to an account', async () => {
  await bySaml({ id: 'saml-eve', attributes: { email: 'eve@acme.example' } })
  const eve = await byOidc({ sub: 'oidc-eve', email: 'eve@acme.example', email_verified: false })
  expect(eve).toMatchObject({ problem: 'unverified', id: undefined })
})

test('an address opens no account that another person of the same provider and protocol uses', async () => {
  const other = await byOidc({ sub: 'another-subject', email: 'ann@acme.example' })
  expect(other).toMatchObject({ problem: 'taken', id: undefined })
})

test('a link that a server of the previous release inserts opens nothing by itself', async () => {
  const { issuer } = provider
  const account = async (name: string) =>
    (
      await kit.db
        .insertInto('users')
        .values({ email: `${name}@acme.example`, root_role: 3 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const [joan, hedy] = [await account('joan'), await account('hedy')]
  // The statement of that release, by two people whose subjects are the same text.
  const insert = (id: number) =>
    sql`insert into identities (issuer, subject, user_id) values (${issuer}, 'from-before', ${id})
      on conflict (issuer, subject) do update set user_id = ${id}`.execute(kit.db)
  await insert(joan)
  await insert(hedy)
  expect(await kit.db.selectFrom('identities').selectAll().execute()).toEqual([])
  const stranger = { id: 'from-before', attributes: { email: 'stranger@acme.example' } }
  expect(await bySaml(stranger)).toMatchObject({ problem: 'undecided', id: undefined })
  expect((await bySaml({ id: 'from-before', attributes: { email: 'hedy@acme.example' } })).id).toBe(hedy)
  expect((await byOidc({ sub: 'from-before', email: 'joan@acme.example' })).id).toBe(joan)
  await insert(joan)
  const links = await kit.db
    .selectFrom('linked_identities')
    .select(['protocol', 'user_id'])
    .where('subject', '=', 'from-before')
    .orderBy('protocol')
    .execute()
  expect(links).toEqual([
    { protocol: 'oidc', user_id: joan },
    { protocol: 'saml', user_id: hedy },
  ])
})
