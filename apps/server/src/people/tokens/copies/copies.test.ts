import { beforeAll, expect, test } from 'vitest'
import { storeApiToken } from '../../../../test/credentials.ts'
import { type Client, testApp } from '../../../../test/kit.ts'

const kit = await testApp({}, (db) =>
  storeApiToken(db, '*:*.another-admin', { name: 'another admin', type: 'admin', environment: '*' }),
)
const { as, db, client } = kit
const url = '/api/admin/api-tokens'
const otherAdmin = client({ authorization: '*:*.another-admin' })
let service: Client

beforeAll(async () => {
  const account = { username: 'terraform', name: 'terraform', rootRole: 1 }
  const { body } = await as.admin.post('/api/admin/service-account', account)
  const expiresAt = new Date(Date.now() + 1e9).toISOString()
  const token = await as.admin.post(`/api/admin/service-account/${body.id}/token`, {
    description: 'ci',
    expiresAt,
  })
  service = client({ authorization: token.body.secret })
})

const create = async (who: Client, tokenName: string, path = url) =>
  (await who.post(path, { tokenName, type: 'backend' })).body as { id: string; secret: string }
const shown = async (who: Client, id: string, path = url): Promise<string | undefined> =>
  (await who.get(path)).body.tokens.find((token: { id: string }) => token.id === id)?.secret
const masked = (secret: string) => secret.replace(/[\w-]{43}$/, '…')

test.each([
  ['an admin token', () => as.adminToken, 'by-admin'],
  ['a service account', () => service, 'by-service'],
])('%s sees the secrets of tokens it created, and no other caller does', async (_who, caller, name) => {
  const { id, secret } = await create(caller(), name)
  expect(await shown(caller(), id)).toBe(secret)
  expect(await shown(caller(), id, `${url}/${name}`)).toBe(secret)
  for (const other of [as.admin, as.editor, otherAdmin, caller() === service ? as.adminToken : service])
    expect(await shown(other, id)).toBe(masked(secret))
})

test('the creator also sees the secrets of project tokens and rotated tokens again', async () => {
  const path = '/api/admin/projects/default/api-tokens'
  const made = await create(service, 'of the project', path)
  expect(await shown(service, made.id, path)).toBe(made.secret)
  expect(await shown(as.admin, made.id, path)).toBe(masked(made.secret))
  const { body } = await service.post(`${url}/${made.id}/rotate`, {})
  expect(await shown(service, body.id)).toBe(body.secret)
  expect(await shown(as.admin, body.id)).toBe(masked(body.secret))
})

test('people see a secret only once, even if they use a personal token', async () => {
  const { id, secret } = await create(as.admin, 'by a person')
  expect(await shown(as.admin, id)).toBe(masked(secret))
  expect(await db.selectFrom('token_copies').select('token_id').where('token_id', '=', id).execute()).toEqual(
    [],
  )
})

test('an encrypted secret is bound to its token and deleted with it', async () => {
  const [one, two] = [await create(service, 'one'), await create(service, 'two')]
  const copies = () =>
    db.selectFrom('token_copies').selectAll().where('token_id', 'in', [one.id, two.id]).execute()
  const [first] = (await copies()).filter(({ token_id }) => token_id === one.id)
  await db
    .updateTable('token_copies')
    .set({ sealed: first?.sealed ?? Buffer.alloc(0) })
    .where('token_id', '=', two.id)
    .execute()
  expect(await shown(service, two.id)).toBe(masked(two.secret))
  for (const { id } of [one, two]) expect((await service.delete(`${url}/${id}`)).status).toBe(200)
  expect(await copies()).toEqual([])
})
