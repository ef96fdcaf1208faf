import type { Client, TestApp } from './kit.ts'

/** Turns SCIM on and returns a client with its token. */
export async function provider({ as, client }: Pick<TestApp, 'as' | 'client'>): Promise<Client> {
  await as.admin.post('/api/admin/scim-settings', { enabled: true })
  const { body } = await as.admin.post('/api/admin/scim-settings/generate-new-token')
  return client({ authorization: `Bearer ${body.token}`, 'content-type': 'application/scim+json' })
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

export const person = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [
    { value: userName.includes('@') ? userName : `${userName}@example.com`, type: 'work', primary: true },
  ],
  active: true,
  ...more,
})

export const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

/** Common queries of account tests. */
export const accountsOf = ({ db }: Pick<TestApp, 'db'>, idp: Client) => ({
  eventsAfter: (revision: number) =>
    db
      .selectFrom('events')
      .select(['type', 'actor_type', 'actor_name', 'data', 'pre_data'])
      .where('revision', '>', revision)
      .orderBy('revision')
      .execute(),
  newest: async () => (await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).revision,
  accountOf: (email: string) =>
    db.selectFrom('users').selectAll().where('email', '=', email).orderBy('id', 'desc').executeTakeFirst(),
  create: async (userName: string, more: object = {}) =>
    (await idp.post('/scim/Users', person(userName, more))).body as { id: string },
})
