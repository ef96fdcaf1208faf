import type { Db } from '../../src/platform/database/database.ts'
import { digest, storeApiToken, storePersonalToken } from '../credentials.ts'

export async function makeRole(db: Db, type: string, permission: string, environment = ''): Promise<number> {
  const { id } = await db
    .insertInto('roles')
    .values({ name: `only ${permission}`, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('role_permissions').values({ role_id: id, permission, environment }).execute()
  return id
}

export type Setup = {
  rootRole: number
  in?: Record<string, number>
  groupIn?: Record<string, number>
  groupRoot?: number
  service?: boolean
  session?: boolean
  expiresAt?: Date
  proposeOnly?: boolean
}

export async function account(db: Db, name: string, setUp: Setup) {
  const { id } = await db
    .insertInto('users')
    .values({
      username: `matrix ${name}`,
      name,
      root_role: setUp.rootRole,
      is_service: setUp.service ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [project, role_id] of Object.entries(setUp.in ?? {}))
    await db.insertInto('project_members').values({ project, user_id: id, role_id }).execute()
  if (setUp.groupIn ?? setUp.groupRoot) await intoGroup(db, id, name, setUp)
  return { id, headers: await credential(db, id, name, setUp) }
}

async function intoGroup(db: Db, user_id: number, name: string, { groupIn = {}, groupRoot }: Setup) {
  const group = await db
    .insertInto('groups')
    .values({ name: `matrix ${name}`, created_by: 'tests', root_role: groupRoot ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('group_members').values({ group_id: group.id, user_id, created_by: 'tests' }).execute()
  for (const [project, role_id] of Object.entries(groupIn))
    await db.insertInto('project_groups').values({ project, group_id: group.id, role_id }).execute()
}

async function credential(
  db: Db,
  user_id: number,
  name: string,
  { session, expiresAt, proposeOnly = false }: Setup,
): Promise<Record<string, string>> {
  const expires_at = expiresAt ?? new Date(Date.now() + 1e9)
  if (session) {
    await db
      .insertInto('sessions')
      .values({ digest: digest(name), user_id, expires_at })
      .execute()
    return { cookie: `flagstaff-session=${encodeURIComponent(name)}` }
  }
  const token = `user:matrix-${name}`
  await storePersonalToken(db, token, user_id, expires_at)
  if (proposeOnly)
    await db
      .updateTable('personal_tokens')
      .set({ propose_only: true })
      .where('user_id', '=', user_id)
      .execute()
  return { authorization: token }
}

export async function apiToken(
  db: Db,
  type: string,
  environment: string,
  projects?: readonly string[],
): Promise<string> {
  const secret = `*:${environment}.matrix-${type}`
  await storeApiToken(db, secret, {
    name: `matrix ${type}`,
    type,
    environment,
    ...(projects ? { projects } : {}),
  })
  return secret
}

/** Turns SCIM on and returns its token. */
export async function scimToken(db: Db): Promise<string> {
  const secret = 'scim:matrix'
  await db
    .insertInto('settings')
    .values({ name: 'scim', value: JSON.stringify({ enabled: true }) })
    .execute()
  await db
    .insertInto('scim_token')
    .values({ digest: digest(secret), created_by: 'tests' })
    .execute()
  return secret
}
