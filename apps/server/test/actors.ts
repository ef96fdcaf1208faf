import type { Db } from '../src/platform/database/database.ts'
import { storeApiToken, storePersonalToken } from './credentials.ts'

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

/** One of each kind of caller. Owner and member have their role in the default project only. */
export async function makeActors(db: Db): Promise<Actors> {
  const account = async (name: string, rootRole: number, projectRole?: number) => {
    const { id } = await db
      .insertInto('users')
      .values({ username: name, email: `${name}@example.com`, name, root_role: rootRole })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = `user:${name}-secret`
    await storePersonalToken(db, token, id)
    if (projectRole) {
      await db
        .insertInto('project_members')
        .values({ project: 'default', user_id: id, role_id: projectRole })
        .execute()
    }
    return { id, token }
  }
  const token = async (type: string, secret: string, environment: string) => {
    await storeApiToken(db, secret, { name: `test ${type}`, type, environment })
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
