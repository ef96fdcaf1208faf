import { createHash } from 'node:crypto'
import type { Db } from '../src/platform/database/database.ts'

export const digest = (secret: string) => createHash('sha256').update(secret).digest()

type ApiTokenSetup = { name: string; type: string; environment: string; projects?: readonly string[] }

/** Stores an API token as if it had been published before the first revision, so that the event log stays empty. */
export async function storeApiToken(db: Db, secret: string, setUp: ApiTokenSetup) {
  const { name, type, environment, projects = ['*'] } = setUp
  const id = name.replaceAll(' ', '-')
  const all_projects = projects.includes('*')
  await db
    .insertInto('api_tokens')
    .values({
      id,
      digest: digest(secret),
      masked: '…',
      name,
      type,
      environment,
      all_projects,
      created_by: 'tests',
    })
    .execute()
  for (const project of all_projects ? [] : projects)
    await db.insertInto('api_token_projects').values({ token_id: id, project }).execute()
  await db
    .insertInto('published')
    .values({
      kind: 'token',
      environment,
      name: digest(secret).toString('hex'),
      from_revision: 0,
      format: 1,
      doc: JSON.stringify({ type, environment, projects, name, expiresAt: null }),
      meta: '{}',
    })
    .execute()
}

export async function storePersonalToken(
  db: Db,
  secret: string,
  user_id: number,
  /** Late, since a token cannot create one that is valid for longer. */
  expires_at = new Date('3000-01-01'),
) {
  await db
    .insertInto('personal_tokens')
    .values({ user_id, description: 'tests', digest: digest(secret), expires_at })
    .execute()
}
