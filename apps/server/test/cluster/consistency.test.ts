import { afterAll, expect, test } from 'vitest'
import { openListener } from '../../src/platform/background/listener.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createFlag, expectStatus, PROJECT, rule, rulesOf, segment } from './changes.ts'
import { countFrom, findBreak, published, revisions } from './check.ts'
import { makePostgres } from './postgres.ts'
import { ADMIN_TOKEN, BACKEND_TOKEN, type Reply, startServer } from './server.ts'

/** `.ci/long` makes more. */
const CHANGES = Number(process.env.CLUSTER_CHANGES ?? 1_000)
const WRITERS = 8

const postgres = await makePostgres()
const servers = [await startServer(postgres.url), await startServer(postgres.url)] as const
const database: Database = openDatabase({ url: postgres.url, poolSize: 4 })
const flags = Array.from({ length: 10 }, (_, n) => `flag-${n}`)

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.close()
  await postgres.remove()
})

test(`${CHANGES} concurrent changes by ${WRITERS} writers on two processes keep the event log and the published documents consistent`, async () => {
  const [first] = servers
  const shared = await expectStatus(first.call('POST', '/api/admin/segments', segment('start')), 201)
  const ruleIds = new Map<string, string[]>()
  for (const flag of flags) {
    await expectStatus(createFlag(first, flag), 201)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      const made = await expectStatus(
        first.call('POST', rulesOf(flag), rule(`start-${n}`, n === 0 ? [shared.id] : [])),
        200,
      )
      ids.push(made.id)
    }
    ruleIds.set(flag, ids)
  }

  // A follower that reads everything after its revision whenever it is notified.
  const followed: number[] = []
  const listener = openListener(postgres.url, () => {})
  listener.follow(async () => {
    const rows = await database.db
      .selectFrom('events')
      .select('revision')
      .where('revision', '>', followed.at(-1) ?? 0)
      .orderBy('revision')
      .execute()
    followed.push(...rows.map((row) => row.revision))
  })

  const before = (await revisions(database)).length
  let next = 0
  const started = performance.now()
  // A 503 promises that nothing was changed, so it is retried; the counts below would reveal a duplicate.
  let again = 0
  const change = async (send: () => Promise<Reply>, wanted: number) => {
    let reply = await send()
    while (reply.status === 503 && again++ < 20) reply = await send()
    await expectStatus(Promise.resolve(reply), wanted)
  }
  const writer = async (index: number) => {
    const server = servers[index % 2] ?? first
    for (let n = next++; n < CHANGES; n = next++) {
      const flag = flags[n % flags.length] ?? ''
      const kind = n % 10
      if (kind < 7) {
        const id = ruleIds.get(flag)?.[n % 3]
        const uses = n % 4 === 0 ? [shared.id] : []
        await change(() => server.call('PUT', `${rulesOf(flag)}/${id}`, rule(`change-${n}`, uses)), 200)
      } else if (kind < 9) {
        const body = segment(`change-${n}`)
        await change(() => server.call('PUT', `/api/admin/segments/${shared.id}`, body), 204)
      } else {
        const patch = [{ op: 'replace', path: '/description', value: `change-${n}` }]
        await change(() => server.call('PATCH', `${PROJECT}/features/${flag}`, patch), 200)
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)))
  const seconds = (performance.now() - started) / 1000
  process.stdout.write(
    `${CHANGES} changes by ${WRITERS} writers: ${Math.round(CHANGES / seconds)} a second\n`,
  )

  const all = await revisions(database)
  expect(all).toEqual(countFrom(1, all.length))
  expect(all.length - before).toBe(CHANGES)
  const { rows: disorder } = await database.pool.query(
    'select 1 from events a join events b on b.revision = a.revision + 1 where b.created_at < a.created_at',
  )
  expect(disorder).toEqual([])
  expect(await findBreak(database)).toBeUndefined()
  const { live, compiled } = await published(database)
  expect(live).toEqual(compiled)
  await expect.poll(() => followed.length).toBe(all.length)
  expect(followed).toEqual(all)
  await listener.stop()
})

test('both processes serve the same bytes with the same ETag', async () => {
  const served = async (index: 0 | 1) => {
    const { body, headers } = await servers[index].call('GET', '/api/client/features', undefined, {
      authorization: BACKEND_TOKEN,
      'unleash-client-spec': '5.2.0',
    })
    return { body, etag: headers.get('etag') }
  }
  const { revision } = await database.db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  // Each process learns of the other's last changes at a different time.
  for (const server of servers)
    await expect.poll(async () => (await server.call('GET', '/ready')).body.revision).toBe(revision)
  const [one, two] = await Promise.all([served(0), served(1)])
  expect(one.body.features).toHaveLength(10)
  expect(one).toEqual(two)
})

test('two writers that turn on and off 200 flags in opposite order do not deadlock', async () => {
  const many = Array.from({ length: 200 }, (_, n) => `bulk-${String(n).padStart(3, '0')}`)
  for (const name of many) await expectStatus(createFlag(servers[0], name), 201)
  const turn = (index: 0 | 1, features: string[], state: 'on' | 'off') =>
    expectStatus(
      servers[index].call('POST', `${PROJECT}/bulk_features/environments/development/${state}`, { features }),
      200,
    )
  for (let round = 0; round < 20; round++) {
    const [a, b] = round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
    await Promise.all([turn(0, many, a), turn(1, many.toReversed(), b)])
  }
  const { live, compiled } = await published(database)
  expect(live).toEqual(compiled)
  expect(await findBreak(database)).toBeUndefined()
})

test('of two concurrent edits of one rule with If-Match, exactly one succeeds', async () => {
  const url = rulesOf(flags[0] ?? '')
  const [present] = (await servers[0].call('GET', url)).body
  const edit = (index: 0 | 1) =>
    servers[index].call('PUT', `${url}/${present.id}`, rule(`editor-${index}`), {
      'if-match': `W/"${present.objectVersion}"`,
    })
  const answers = await Promise.all([edit(0), edit(1)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412])
  const refused = answers.find((answer) => answer.status === 412)
  expect(refused?.body.current.objectVersion).toBe(present.objectVersion + 1)
})

test('a write repeated with the same Idempotency-Key happens once across processes', async () => {
  const before = (await revisions(database)).length
  const create = (index: 0 | 1) =>
    servers[index].call('POST', rulesOf(flags[0] ?? ''), rule('once'), {
      authorization: ADMIN_TOKEN,
      'idempotency-key': 'the-same',
    })
  const answers = await Promise.all([create(0), create(1), create(0), create(1)])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect((await revisions(database)).length).toBe(before + 1)
})

test('a change does not alter the ETags of other projects and environments', async () => {
  const created = await expectStatus(
    servers[0].call('POST', '/api/admin/projects', { id: 'other', name: 'Other' }),
    201,
  )
  expect(created.id).toBe('other')
  const token = async (project: string, environment: string) =>
    (
      await expectStatus(
        servers[0].call('POST', '/api/admin/api-tokens', {
          tokenName: `${project} ${environment}`,
          type: 'backend',
          environment,
          projects: [project],
        }),
        201,
      )
    ).secret as string
  const readers = await Promise.all([
    token('default', 'development'),
    token('default', 'production'),
    token('other', 'development'),
  ])
  const tags = () =>
    Promise.all(
      readers.map(async (authorization) => {
        const { headers, status } = await servers[1].call('GET', '/api/client/features', undefined, {
          authorization,
        })
        return status === 200 ? headers.get('etag') : undefined
      }),
    )
  await expect.poll(tags).not.toContain(undefined)
  const before = await tags()
  await expectStatus(servers[0].call('POST', rulesOf(flags[1] ?? ''), rule('here')), 200)
  await expect.poll(async () => (await tags())[0]).not.toBe(before[0])
  expect((await tags()).slice(1)).toEqual(before.slice(1))
})
