import { createHash } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'

export type ActorName =
  | 'anonymous'
  | 'admin'
  | 'editor'
  | 'viewer'
  | 'owner'
  | 'member'
  | 'adminToken'
  | 'backendToken'
  | 'frontendToken'
export type Actors = Record<ActorName, { id: number; token: string }>

const digest = (secret: string) => createHash('sha256').update(secret).digest()

/** One of each kind of caller. Owner and member hold their role in the default project and nothing else. */
export async function makeActors(db: Db): Promise<Actors> {
  const account = async (name: string, rootRole: number, projectRole?: number) => {
    const { id } = await db
      .insertInto('users')
      .values({ username: name, email: `${name}@example.com`, name, root_role: rootRole })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = `user:${name}-secret`
    await db
      .insertInto('personal_tokens')
      .values({
        user_id: id,
        description: 'tests',
        digest: digest(token),
        expires_at: new Date(Date.now() + 1e9),
      })
      .execute()
    if (projectRole) {
      await db
        .insertInto('project_members')
        .values({ project: 'default', user_id: id, role_id: projectRole })
        .execute()
    }
    return { id, token }
  }
  const token = async (type: string, secret: string, environment: string) => {
    await db
      .insertInto('api_tokens')
      .values({
        id: `test-${type}`,
        digest: digest(secret),
        masked: '…',
        name: `test ${type}`,
        type,
        environment,
        all_projects: true,
        created_by: 'tests',
      })
      .execute()
    // As if published before the first revision, so that tests start with an empty log.
    await db
      .insertInto('published')
      .values({
        kind: 'token',
        environment,
        name: digest(secret).toString('hex'),
        from_revision: 0,
        format: 1,
        doc: JSON.stringify({ type, environment, projects: ['*'], name: `test ${type}`, expiresAt: null }),
        meta: '{}',
      })
      .execute()
    return { id: -42, token: secret }
  }
  return {
    anonymous: { id: 0, token: '' },
    admin: await account('ada', 1),
    editor: await account('edith', 2),
    viewer: await account('vera', 3),
    owner: await account('olga', 3, 4),
    member: await account('max', 3, 5),
    adminToken: await token('admin', '*:*.test-admin', '*'),
    backendToken: await token('backend', '*:development.test-backend', 'development'),
    frontendToken: await token('frontend', '*:development.test-frontend', 'development'),
  }
}
