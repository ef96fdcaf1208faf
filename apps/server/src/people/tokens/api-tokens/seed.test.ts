import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { seedTokens } from './seed.ts'

const { db, app, client } = await testApp()
const none = { admin: [], backend: [], client: [], frontend: [] }
const seed = (tokens: Partial<Record<keyof typeof none, string[]>>) =>
  seedTokens({ ...app.handles, settings: { initTokens: { ...none, ...tokens } } })
const first = client({ authorization: '*:*.the-first-key' })
const secrets = async () =>
  (await first.get('/api/admin/api-tokens')).body.tokens
    .map(({ secret }: { secret: string }) => secret)
    .sort()
const published = (secret: string) =>
  db
    .selectFrom('published')
    .select(['doc', 'until_revision'])
    .where('kind', '=', 'token')
    .where('name', '=', createHash('sha256').update(secret).digest('hex'))
    .orderBy('from_revision')
    .execute()

beforeEach(async () => {
  await db.deleteFrom('api_tokens').execute()
  await db.deleteFrom('token_seeds').execute()
})

test('tokens in the settings are created with their secrets, and only digests are stored', async () => {
  const backend = 'default:development.some-old-text-of-enough-length'
  await seed({ admin: ['*:*.the-first-key'], backend: [backend] })
  expect(await secrets()).toEqual(['*:*.…', 'default:development.…ngth'])
  expect(await published(backend)).toMatchObject([
    { doc: { type: 'backend', projects: ['default'] }, until_revision: null },
  ])
})

test('a token added to the settings later is created at the next start', async () => {
  await seed({ admin: ['*:*.the-first-key'] })
  await seed({
    admin: ['*:*.the-first-key'],
    frontend: ['*:development.later'],
    client: ['*:production.older'],
  })
  expect(await secrets()).toEqual(['*:*.…', '*:development.…', '*:production.…'])
})

test('a deleted token is not created again at the next start', async () => {
  const tokens = { admin: ['*:*.the-first-key'], backend: ['default:development.deleted-on-purpose'] }
  await seed(tokens)
  const { body } = await first.get('/api/admin/api-tokens')
  const { id } = body.tokens.find(({ type }: { type: string }) => type === 'client')
  expect((await first.delete(`/api/admin/api-tokens/${id}`)).status).toBe(200)
  await seed(tokens)
  expect(await secrets()).toEqual(['*:*.…'])
})

test('a token that existed before it was in the settings is not created again after its deletion', async () => {
  await seed({ admin: ['*:*.the-first-key'] })
  const made = await first.post('/api/admin/api-tokens', { tokenName: 'mine', type: 'backend' })
  await seed({ backend: [made.body.secret] })
  expect((await first.delete(`/api/admin/api-tokens/${made.body.id}`)).status).toBe(200)
  await seed({ backend: [made.body.secret] })
  expect(await secrets()).toEqual(['*:*.…'])
})

test.each([
  ['has no scope', { backend: ['nothing'] }, 'INIT_BACKEND_API_TOKENS, token 1: '],
  [
    'is not the first of its list',
    { client: ['*:development.x', 'nothing'] },
    'INIT_CLIENT_API_TOKENS, token 2: ',
  ],
  ['covers a list of projects', { backend: ['[]:development.x'] }, 'POST /api/admin/api-tokens/adopt'],
  ['is an admin token of one project', { admin: ['default:*.x'] }, 'must start with *:*'],
  ['names an unknown environment', { frontend: ['*:moon.x'] }, 'the environment moon does not exist'],
  ['names an unknown project', { frontend: ['moon:development.x'] }, 'the project moon does not exist'],
])('the server refuses to start if a token %s', async (_what, tokens, message) => {
  await expect(seed(tokens)).rejects.toThrow(message)
  await expect(seed(tokens)).rejects.toMatchObject({ name: 'SettingError' })
})
