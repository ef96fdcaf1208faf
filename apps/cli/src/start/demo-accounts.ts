import { demoAccounts } from '@flagstaff/contract/demo-accounts'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { Failure } from './failure.ts'

/** Anyone who has read the documentation could sign in as an administrator of the demo. */
export async function refuseDemoAccounts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ username: string; password: string }>(
    `select username, password_hash as password from users
      where username = any($1) and deleted_at is null and password_hash is not null order by username`,
    [demoAccounts.usernames],
  )
  await client.end()
  const open: string[] = []
  for (const { username, password } of rows)
    if (await verify(password, demoAccounts.password)) open.push(username)
  if (open.length > 0)
    throw new Failure(
      `Nothing was moved: the password of ${open.join(', ')} is published in the documentation. Start Flagstaff, create an administrator for yourself, sign in with it, and delete these accounts under Administration → Users. Then move again.`,
    )
}
