import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ActorName } from './actors.ts'
import { type Answer, testApp } from './kit.ts'
import { expectation, type Verdict } from './roles.ts'

// Calls every route as every kind of caller, and holds what happens against the contract's permission column.

const { app, as, db } = await testApp()
await db.insertInto('projects').values({ id: 'elsewhere', name: 'Elsewhere' }).execute()
await db
  .insertInto('project_environments')
  .values({ project: 'elsewhere', environment: 'development' })
  .execute()

/** Where we differ from the column, and why. */
const exceptions = new Map<string, string>([
  [
    'updateFeatureStrategySegments',
    'the column says authenticated and leaves the check to the operation: UPDATE_FEATURE_STRATEGY',
  ],
  [
    'createTag',
    'the column says authenticated; values are made by those who tag flags: UPDATE_FEATURE somewhere',
  ],
  ['getProfile', 'an admin token has no account whose profile could be shown'],
  ['getPats', 'an admin token has no account that could own personal tokens'],
  ['createPat', 'an admin token has no account that could own personal tokens'],
  ['deletePat', 'an admin token has no account that could own personal tokens'],
  ['addFavoriteFeature', 'an admin token has no account that could have favourites'],
  ['removeFavoriteFeature', 'an admin token has no account that could have favourites'],
  ['addFavoriteProject', 'an admin token has no account that could have favourites'],
  ['removeFavoriteProject', 'an admin token has no account that could have favourites'],
])

const operations = readFileSync(
  new URL('../../../conformance/contract/operations.tsv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([method = '', path = '', id = '', , , , , , permission = '']) => ({ method, path, id, permission }))

const keyOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '{}')}`
const served = JSON.parse((await app.http.inject('/docs/openapi.json')).body) as {
  paths: Record<string, Record<string, { operationId: string }>>
}
const routes = new Set(
  Object.entries(served.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => keyOf(method, path)),
  ),
)
const known = operations.filter(({ method, path }) => routes.has(keyOf(method, path)))

/** Existing places, and objects nobody has: what happens behind the permission is not the question here. */
const fill = (path: string, project: string) =>
  path
    .replace('{projectId}', project)
    .replace('{environment}', 'development')
    .replace(/\{(id|roleId|userId|groupId|segmentId)\}/g, '999999')
    .replace(/\{[^}]+\}/g, 'nobody')

function verdictOf({ status, body }: Answer): Verdict {
  if (status === 401) return 'refused'
  if (status !== 403) return 'allowed'
  const refusals = ['PermissionError', 'ForbiddenError', undefined]
  return refusals.includes(body?.name) ? 'refused' : 'allowed'
}

const actors: ActorName[] = [
  'anonymous',
  'viewer',
  'member',
  'owner',
  'editor',
  'backendToken',
  'frontendToken',
  'adminToken',
  'admin',
]

test('the walk sees most of the contract', () => {
  expect(known.length).toBeGreaterThan(110)
})

test.each(actors)(
  '%s may call what the contract allows, and nothing else',
  { timeout: 60_000 },
  async (actor) => {
    const differences: string[] = []
    for (const { method, path, id, permission } of known) {
      // Ends the caller's own sessions or changes its password: of no use in a walk.
      if (exceptions.has(id) || id === 'x-logout') continue
      for (const project of path.includes('{projectId}') ? ['default', 'elsewhere'] : [undefined]) {
        const wanted = expectation(actor, permission, project)
        // A stream that is allowed does not end; `delivery/streaming.test.ts` opens one.
        if (id === 'connect' && wanted === 'allowed') continue
        const call = as[actor][method.toLowerCase() as 'get']
        const url = fill(path, project ?? '')
        const answer = await (method === 'GET' || method === 'DELETE'
          ? call(url)
          : as[actor][method.toLowerCase() as 'post'](url, {}))
        const got = verdictOf(answer)
        if (got !== wanted)
          differences.push(
            `${id} ${url}: ${got}, the contract says ${wanted} (${answer.status} ${answer.body?.name})`,
          )
      }
    }
    expect(differences).toEqual([])
  },
)
