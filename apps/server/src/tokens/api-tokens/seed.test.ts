import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { seedTokens } from './seed.ts'

const { db, app, client } = await testApp()
const published = (secret: string) =>
  db
    .selectFrom('published')
    .select(['doc', 'until_revision'])
    .where('kind', '=', 'token')
    .where('name', '=', createHash('sha256').update(secret).digest('hex'))
    .orderBy('from_revision')
    .execute()

beforeEach(() => db.deleteFrom('api_tokens').execute())

test('tokens named in the settings are made when there is none, hashed, with their text', async () => {
  const { write, read } = app.handles
  const seeds = {
    initTokens: {
      admin: ['*:*.the-first-key'],
      backend: ['default:development.some-old-text-of-enough-length'],
      frontend: [],
    },
  }
  await seedTokens(write, read, seeds)
  await seedTokens(write, read, { initTokens: { ...seeds.initTokens, frontend: ['*:development.later'] } })
  const first = client({ authorization: '*:*.the-first-key' })
  const { body } = await first.get('/api/admin/api-tokens')
  expect(body.tokens.map((token: { secret: string }) => token.secret).sort()).toEqual([
    '*:*.…',
    'default:development.…ngth',
  ])
  const [seeded] = body.tokens.filter((token: { type: string }) => token.type === 'client')
  expect(await published('default:development.some-old-text-of-enough-length')).toMatchObject([
    { doc: { type: 'backend', projects: ['default'] }, until_revision: null },
  ])
  expect((await first.delete(`/api/admin/api-tokens/${seeded.id}`)).status).toBe(200)
})

test.each([
  ['names no scope', { backend: ['nothing'] }, /INIT_BACKEND_API_TOKENS, number 1: a token has the form/],
  ['is an admin token of one project', { admin: ['default:*.x'] }, /starts with \*:\*/],
  ['names an unknown environment', { frontend: ['*:moon.x'] }, /no environment called moon/],
  ['names an unknown project', { frontend: ['moon:development.x'] }, /no project called moon/],
])('the server does not start with a token that %s', async (_what, tokens, message) => {
  const initTokens = { admin: [], backend: [], frontend: [], ...tokens }
  await expect(seedTokens(app.handles.write, app.handles.read, { initTokens })).rejects.toThrow(message)
})
