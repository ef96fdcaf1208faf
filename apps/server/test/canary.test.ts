import { expect, test } from 'vitest'
import { addressFor, type Call, questions } from './canary/calls.ts'
import { CANARY, MISSING, makeWorld } from './canary/world.ts'
import { type Answer, type Client, testApp } from './kit.ts'
import { account, apiToken, makeRole } from './matrix/accounts.ts'
import { assignable } from './matrix/principals.ts'

// A private project must be invisible to outsiders: no response contains anything of it, and requests for its objects
// by name get the same response as requests for names that do not exist.

let outsiders: Record<string, Record<string, string>> = {}
const kit = await testApp({ ENCRYPTION_KEY: 'canary-key-of-thirty-two-characters' }, async (db) => {
  const root = await makeRole(db, 'root-custom', 'READ_LOGS')
  for (const permission of assignable('root').filter((one) => one !== 'READ_LOGS'))
    await db.insertInto('role_permissions').values({ role_id: root, permission }).execute()
  outsiders = {
    'a viewer': (await account(db, 'outside', { rootRole: 3 })).headers,
    'an owner of another project': (await account(db, 'elsewhere', { rootRole: 3, in: { default: 4 } }))
      .headers,
    'somebody with every root permission': (await account(db, 'everywhere', { rootRole: root })).headers,
    'a token of another project': {
      authorization: await apiToken(db, 'backend', 'development', ['default']),
    },
    'a page of another project': {
      authorization: await apiToken(db, 'frontend', 'development', ['default']),
    },
    nobody: {},
  }
})
const { as, app, client } = kit
await as.admin.post('/api/admin/projects/default/features', { name: 'own-flag' })
const world = await makeWorld(kit)
const { paths } = JSON.parse((await app.http.inject('/docs/openapi.json')).body) as {
  paths: Record<string, Record<string, { operationId: string }>>
}
/** Streams do not end; `live` and `delivery` test what they send. */
const endless = new Set(['/api/admin/live', '/api/client/streaming', '/ofrep/v1/stream', '/logout'])
const routes = Object.entries(paths).flatMap(([path, item]) =>
  endless.has(path)
    ? []
    : Object.keys(item).map((method) => ({
        path,
        method: method as Call['method'],
        id: item[method]?.operationId,
      })),
)

/** Names are unique in the whole installation, so these operations reveal that a name is taken, but nothing else. */
const tellsTaken = new Set([
  'validateFeature',
  'validateProject',
  'validateSegment',
  'createProject',
  'createApplication',
])

const ask = (who: Client, { method, url, body }: Call): Promise<Answer> =>
  method === 'get' || method === 'delete' ? who[method](url) : who[method](url, body ?? {})

/** Without ids that differ from one request to the next. */
const textOf = ({ status, body }: Answer) =>
  `${status} ${JSON.stringify(body, (key, value) => (key === 'id' && typeof value === 'string' ? undefined : value))}`

/** Masks numbers and digests, which depend on the request. */
const without = (text: string) => text.replace(/\b([0-9a-f]{64}|\d{1,6})\b/g, '#')

test('members find the canary in most responses', async () => {
  let found = 0
  for (const { path, method } of routes.filter(({ method }) => method === 'get')) {
    const answer = await ask(as.admin, { method, url: addressFor(path, { word: CANARY, world }) })
    if (answer.status === 200 && textOf(answer).includes(CANARY)) found++
  }
  expect(found).toBeGreaterThan(30)
})

test.each(Object.keys(outsiders))('%s finds nothing of a private project in any response', async (name) => {
  const who = client(outsiders[name] ?? {})
  const leaks: string[] = []
  let answers = 0
  const compare = async (real: Call, twin: Call) => {
    const [about, nothing] = [await ask(who, real), await ask(who, twin)]
    answers += 2
    const told = textOf(about)
      .replaceAll(CANARY, MISSING)
      .replaceAll(world.rule, '01ARZ3NDEKTSV4RRFFQ69G5FAV')
      .replaceAll(world.template, '01ARZ3NDEKTSV4RRFFQ69G5FAV')
    const same = without(told) === without(textOf(nothing))
    if (!same) leaks.push(`${real.method} ${real.url}: ${told} / ${textOf(nothing)}`)
  }
  for (const { path, method, id } of routes) {
    // Requests that name nothing of the project.
    if (method === 'get') {
      const url = addressFor(path, { word: MISSING, world: undefined }, 'default')
      const answer = await ask(who, { method, url })
      answers++
      if (textOf(answer).includes(CANARY)) leaks.push(`${method} ${url}: ${textOf(answer).slice(0, 200)}`)
    }
    if (!path.includes('{') || tellsTaken.has(id ?? '')) continue
    // Skip paths with only a project or environment: in the caller's own project they would make real changes.
    const others = path.replace(/\{(projectId|environment)\}/g, '').includes('{') ? ['default'] : []
    for (const project of [undefined, ...others]) {
      await compare(
        { method, url: addressFor(path, { word: CANARY, world }, project) },
        { method, url: addressFor(path, { word: MISSING, world: undefined }, project) },
      )
    }
  }
  const asked = questions(CANARY, 'default')
  for (const [index, twin] of questions(MISSING, 'default').entries())
    await compare(asked[index] ?? twin, twin)
  expect(answers).toBeGreaterThan(600)
  expect(leaks).toEqual([])
})
