import { readFileSync } from 'node:fs'
import type { Db } from '../../src/platform/database/database.ts'
import { account, apiToken, makeRole, type Setup, scimToken } from './accounts.ts'
import type { Power, Principal } from './expectation.ts'
import { editor, editorOfDefault, member, owner } from './roles.ts'

/** The projects of the matrix: the caller's own, another one, and a private one. */
export const OWN = 'matrix-own'
export const OTHER = 'matrix-other'
export const PRIVATE = 'matrix-private'
export const ENVIRONMENT = 'development'

const everywhere = (permissions: readonly string[]): Power[] =>
  permissions.map((permission) => ({ permission }))

/** Every permission that a role can contain, by scope, from the contract. */
export function assignable(scope: 'root' | 'project' | 'environment'): string[] {
  const file = new URL('../../../../conformance/contract/permissions.tsv', import.meta.url)
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  return rows
    .map((row) => row.split('\t'))
    .filter(([name, itsScope]) => itsScope === scope && name !== 'ADMIN')
    .map(([name = '']) => name)
}

/** One of each kind of caller. */
export async function makePrincipals(db: Db): Promise<Principal[]> {
  for (const [id, mode] of [
    [OWN, 'open'],
    [OTHER, 'open'],
    [PRIVATE, 'private'],
  ] as const)
    await makePlace(db, id, mode)
  return [...(await nobodies(db)), ...(await people(db)), ...(await singles(db)), ...(await machines(db))]
}

async function makePlace(db: Db, id: string, mode: string) {
  await db.insertInto('projects').values({ id, name: id, mode }).execute()
  for (const environment of ['development', 'production'])
    await db.insertInto('project_environments').values({ project: id, environment }).execute()
}

/** Credentials that must not give access. */
async function nobodies(db: Db): Promise<Principal[]> {
  const expired = await account(db, 'expired', { rootRole: 1, expiresAt: new Date(Date.now() - 1000) })
  const deleted = await account(db, 'deleted', { rootRole: 1 })
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute()
  return [
    { name: 'nobody', headers: {}, kind: 'nobody' },
    { name: 'unknown token', headers: { authorization: 'user:never-issued' }, kind: 'nobody' },
    { name: 'unknown session', headers: { cookie: 'flagstaff-session=never-opened' }, kind: 'nobody' },
    { name: 'expired token', headers: expired.headers, kind: 'nobody' },
    { name: 'deleted account', headers: deleted.headers, kind: 'nobody' },
  ]
}

async function people(db: Db): Promise<Principal[]> {
  const person = async (
    name: string,
    setUp: Setup,
    powers: Omit<Principal, 'name' | 'headers' | 'kind'> = {},
  ): Promise<Principal> => ({
    name,
    headers: (await account(db, name, setUp)).headers,
    kind: 'account',
    ...powers,
  })
  const asEditor = { root: editor, projects: { default: everywhere(editorOfDefault) }, sees: [PRIVATE] }
  const adminToken = await apiToken(db, 'admin', '*')
  return [
    await person('admin', { rootRole: 1 }, { everything: true }),
    await person('admin by session', { rootRole: 1, session: true }, { everything: true }),
    await person('service account, admin', { rootRole: 1, service: true }, { everything: true }),
    await person(
      'admin who only proposes',
      { rootRole: 1, proposeOnly: true },
      { everything: true, proposeOnly: true },
    ),
    await person(
      'service account that only proposes',
      { rootRole: 1, service: true, proposeOnly: true },
      { everything: true, proposeOnly: true },
    ),
    await person('admin through a group', { rootRole: 3, groupRoot: 1 }, { everything: true }),
    { name: 'admin token', headers: { authorization: adminToken }, kind: 'account', everything: true },
    await person('editor', { rootRole: 2 }, asEditor),
    await person('editor through a group', { rootRole: 3, groupRoot: 2 }, asEditor),
    await person('viewer', { rootRole: 3 }),
    await person('viewer by session', { rootRole: 3, session: true }),
    await person('service account, viewer', { rootRole: 3, service: true }),
    await person('owner', { rootRole: 3, in: { [OWN]: 4 } }, { projects: { [OWN]: everywhere(owner) } }),
    await person(
      'owner through a group',
      { rootRole: 3, groupIn: { [OWN]: 4 } },
      { projects: { [OWN]: everywhere(owner) } },
    ),
    await person('member', { rootRole: 3, in: { [OWN]: 5 } }, { projects: { [OWN]: everywhere(member) } }),
    await person('reader', { rootRole: 3, in: { [OWN]: 6 } }),
    await person('reader of the private one', { rootRole: 3, in: { [PRIVATE]: 6 } }, { sees: [PRIVATE] }),
    await person(
      'member of the private one through a group',
      { rootRole: 3, groupIn: { [PRIVATE]: 5 } },
      { sees: [PRIVATE], projects: { [PRIVATE]: everywhere(member) } },
    ),
  ]
}

/** For each permission, a caller who has only that one; environment permissions in one environment only. */
async function singles(db: Db): Promise<Principal[]> {
  const made: Principal[] = []
  for (const permission of assignable('root')) {
    const role = await makeRole(db, 'root-custom', permission)
    const { headers } = await account(db, `only ${permission}`, { rootRole: role })
    made.push({ name: `only ${permission}`, headers, kind: 'account', root: [permission] })
  }
  for (const scope of ['project', 'environment'] as const) {
    for (const permission of assignable(scope)) {
      const environment = scope === 'environment' ? ENVIRONMENT : undefined
      const role = await makeRole(db, 'custom', permission, environment)
      const { headers } = await account(db, `only ${permission}`, { rootRole: 3, in: { [OWN]: role } })
      const power = { permission, ...(environment ? { environment } : {}) }
      made.push({ name: `only ${permission}`, headers, kind: 'account', projects: { [OWN]: [power] } })
    }
  }
  return made
}

/** Callers with API tokens and SCIM tokens. */
async function machines(db: Db): Promise<Principal[]> {
  const backend = await apiToken(db, 'backend', ENVIRONMENT)
  const frontend = await apiToken(db, 'frontend', ENVIRONMENT)
  return [
    { name: 'backend token', headers: { authorization: backend }, kind: 'backend token' },
    { name: 'frontend token', headers: { authorization: frontend }, kind: 'frontend token' },
    { name: 'SCIM token', headers: { authorization: `Bearer ${await scimToken(db)}` }, kind: 'SCIM token' },
  ]
}
