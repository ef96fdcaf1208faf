import type { AccessReport, AccessRow } from '@flagstaff/contract/access-report'
import type { Permission } from '@flagstaff/contract/permissions'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { account, makeRole } from '../../../test/matrix/accounts.ts'
import { callerFor, readAccess } from '../../people/access/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sees } from '../../platform/write/actor.ts'
import { storeAccess } from './jobs.ts'
import { changing, removing, reported, unprotecting } from './report.ts'

const { as, db } = await testApp()
const url = '/api/admin/access-report'
const read = db as unknown as Reader
const ask = async (query = ''): Promise<AccessReport> => (await as.admin.get(`${url}?${query}`)).body
const rowOf = (report: AccessReport, name: string, project = 'default'): AccessRow | undefined =>
  report.rows.find((row) => row.name === name && row.project === project)

await makeProject(db, 'hidden', { mode: 'private' })

test('the report lists who can change, approve and skip, with the role that grants it', async () => {
  const report = await ask()
  expect(report).toMatchObject({ source: 'current', exact: true, laterChanges: 0 })
  expect(new Set(report.rows.map(({ environment }) => environment))).toEqual(new Set(['production']))
  expect(rowOf(report, 'ada')).toMatchObject({
    kind: 'user',
    login: 'ada@example.com',
    change: true,
    approve: true,
    skip: true,
    permissions: ['ADMIN'],
    through: [{ role: 'Admin', group: null }],
  })
  expect(rowOf(report, 'max')).toMatchObject({ change: true, through: [{ role: 'Member', group: null }] })
  expect(rowOf(report, 'vera')).toBeUndefined()
  expect(rowOf(report, 'max', 'hidden')).toBeUndefined()
  expect(rowOf(report, 'test admin')).toMatchObject({ kind: 'admin-token', id: null, skip: true })
})

test('filters and pages limit the rows', async () => {
  const report = await ask('project=default&environment=development,production&limit=2&offset=1')
  expect(report.rows).toHaveLength(2)
  expect(report.total).toBeGreaterThan(4)
  expect((await ask('project=nosuch')).total).toBe(0)
})

test('a group is named, and service accounts are listed as such', async () => {
  await account(db, 'robot', { rootRole: 3, groupIn: { hidden: 4 }, service: true })
  expect(rowOf(await ask(), 'robot', 'hidden')).toMatchObject({
    kind: 'service-account',
    through: [{ role: 'Owner', group: 'matrix robot' }],
  })
})

test('only administrators can read the report', async () => {
  expect((await as.owner.get(url)).status).toBe(403)
  expect((await as.owner.get(`${url}.csv`)).status).toBe(403)
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test('the CSV file has all rows and no formulas', async () => {
  await account(db, '=HYPERLINK("x")', { rootRole: 2 })
  const { body, headers } = await as.admin.get(`${url}.csv?project=default`)
  expect(headers['content-type']).toMatch('text/csv')
  expect(headers['content-disposition']).toMatch(/attachment; filename="access-\d{4}-\d\d-\d\d\.csv"/)
  const lines = (body as string).trim().split('\r\n')
  expect(lines[0]).toMatch(/^verifiedAt,exact,kind,name,login,project,environment,reviewed,change/)
  expect(lines).toHaveLength((await ask('project=default')).total + 1)
  expect(body).toContain(`"'=HYPERLINK(""x"")"`)
})

test('the past is answered from stored states, and the report says how exact it is', async () => {
  const before = new Date().toISOString()
  expect((await as.admin.get(`${url}?at=${before}`)).status).toBe(400)
  await storeAccess(db)
  const stored = new Date().toISOString()
  expect(await ask(`at=${stored}`)).toMatchObject({ source: 'stored', exact: true })
  const { body: user } = await as.admin.post('/api/admin/user-admin', {
    username: 'late',
    name: 'late',
    rootRole: 2,
  })
  const changed = new Date(Date.now() + 1).toISOString()
  await expect.poll(() => new Date().toISOString() > changed).toBe(true)
  const inexact = await ask(`at=${changed}`)
  expect(inexact).toMatchObject({ exact: false, laterChanges: 1 })
  expect(rowOf(inexact, 'late')).toBeUndefined()
  await storeAccess(db)
  const after = new Date().toISOString()
  expect(rowOf(await ask(`at=${after}`), 'late')).toMatchObject({ change: true, approve: false })
  await as.admin.delete(`/api/admin/user-admin/${user.id}`)
  expect(rowOf(await ask(), 'late')).toBeUndefined()
  expect((await ask(`at=${after}`)).rows.filter(({ id }) => id === user.id)).not.toEqual([])
  expect((await as.admin.get(`${url}?at=2001-01-01`)).body.details[0].message).toMatch('stored since')
  expect((await as.admin.get(`${url}?at=yesterday-ish`)).status).toBe(400)
})

test('a state that did not change is stored once', async () => {
  const count = async () => (await db.selectFrom('access_states').select('taken_at').execute()).length
  await storeAccess(db)
  const stored = await count()
  await storeAccess(db)
  expect(await count()).toBe(stored)
  const { rows } = await sql<{ state: string }>`select state::text from access_states`.execute(db)
  expect(JSON.stringify(rows)).not.toMatch('example.com')
})

test('access that was given and taken away between two checks is not called exact', async () => {
  const vera = (await as.admin.get('/api/admin/user-admin')).body.users.find(
    ({ name }: { name: string }) => name === 'vera',
  )
  const promote = (rootRole: number) => as.admin.put(`/api/admin/user-admin/${vera.id}`, { rootRole })
  await storeAccess(db)
  expect((await promote(1)).status).toBe(200)
  const between = new Date(Date.now() + 1).toISOString()
  await expect.poll(() => new Date().toISOString() > between).toBe(true)
  await promote(3)
  await storeAccess(db)
  expect(await ask(`at=${between}`)).toMatchObject({ exact: false, laterChanges: 1 })
  expect(await ask(`at=${new Date().toISOString()}`)).toMatchObject({ exact: true })
})

test('people who can remove an environment or turn reviews off are listed', async () => {
  for (const permission of ['UPDATE_PROJECT', 'PROJECT_CHANGE_REQUEST_WRITE', 'DELETE_PROJECT'] as const)
    await account(db, permission, { rootRole: 3, in: { default: await makeRole(db, 'custom', permission) } })
  const report = await ask()
  expect(rowOf(report, 'UPDATE_PROJECT')).toMatchObject({ change: true, unprotect: true, skip: false })
  expect(rowOf(report, 'PROJECT_CHANGE_REQUEST_WRITE')).toMatchObject({ change: false, unprotect: true })
  expect(rowOf(report, 'DELETE_PROJECT')).toMatchObject({ change: true, unprotect: false })
})

test('a token that had expired is left out', async () => {
  await storeAccess(db)
  await sql`update access_states set state = jsonb_set(state::jsonb, '{tokens,0,until}', '"2020-01-01T00:00:00Z"')::json`.execute(
    db,
  )
  expect(rowOf(await ask(`at=${new Date().toISOString()}`), 'test admin')).toBeUndefined()
})

test('the report agrees with the permission check for random roles, groups and accounts', async () => {
  const environments = ['development', 'production']
  const projects = ['default', 'hidden', 'open']
  await makeProject(db, 'open')
  const permissions = reported.filter((one) => one !== 'ADMIN')
  const roles = fc.array(
    fc.record({
      permission: fc.constantFrom(...permissions),
      environment: fc.constantFrom('', '*', ...environments),
      project: fc.constantFrom('', 'default'),
    }),
    { maxLength: 4 },
  )
  const maybeIn = fc.dictionary(fc.constantFrom(...projects), fc.nat(5), { maxKeys: 2 })
  const people = fc.array(
    fc.record({
      root: fc.nat(8),
      in: maybeIn,
      groupIn: maybeIn,
      groupRoot: fc.option(fc.nat(8), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(roles, { minLength: 6, maxLength: 6 }), people, async (contents, accounts) => {
      round++
      const ids: number[] = []
      for (const [index, grants] of contents.entries()) {
        const { id } = await db
          .insertInto('roles')
          .values({ name: `random ${round} ${index}`, type: 'custom' })
          .returning('id')
          .executeTakeFirstOrThrow()
        for (const grant of new Map(grants.map((one) => [JSON.stringify(one), one])).values())
          await db
            .insertInto('role_permissions')
            .values({ role_id: id, ...grant })
            .execute()
        ids.push(id)
      }
      const role = (index: number) => ids[index] ?? index - 5
      const rolesIn = (wanted: Record<string, number>) =>
        Object.fromEntries(Object.entries(wanted).map(([project, index]) => [project, role(index)]))
      const made = new Map<number, string>()
      for (const [index, one] of accounts.entries()) {
        const name = `random ${round} ${index}`
        const { id } = await account(db, name, {
          rootRole: role(one.root),
          in: rolesIn(one.in),
          groupIn: rolesIn(one.groupIn),
          ...(one.groupRoot === undefined ? {} : { groupRoot: role(one.groupRoot) }),
        })
        made.set(id, name)
      }
      const report = await ask(`environment=${environments}&limit=5000`)
      const rows = new Map(report.rows.map((row) => [`${row.id} ${row.project} ${row.environment}`, row]))
      for (const id of made.keys()) {
        const caller = callerFor({ type: 'user', id, name: '' }, await readAccess(read, id))
        for (const project of projects)
          for (const environment of environments) {
            const may = (permission: Permission) =>
              sees(caller.viewer, project) && caller.may(permission, { project, environment })
            const mayIn = (permission: Permission) =>
              sees(caller.viewer, project) && caller.may(permission, { project })
            const row = rows.get(`${id} ${project} ${environment}`)
            expect({
              change: row?.change ?? false,
              approve: row?.approve ?? false,
              apply: row?.apply ?? false,
              skip: row?.skip ?? false,
              unprotect: row?.unprotect ?? false,
            }).toEqual({
              change: changing.some(may) || removing.some(mayIn),
              approve: may('APPROVE_CHANGE_REQUEST'),
              apply: may('APPLY_CHANGE_REQUEST'),
              skip: may('SKIP_CHANGE_REQUEST'),
              unprotect: unprotecting.some(mayIn),
            })
          }
      }
    }),
    { numRuns: 12, seed: 7 },
  )
})
