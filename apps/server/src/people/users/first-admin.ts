import type { FastifyBaseLogger } from 'fastify'
import Type from 'typebox'
import type { Handles } from '../../platform/http/dispatch.ts'
import { system } from '../../platform/write/actor.ts'
import { command, run } from '../../platform/write/commands.ts'
import { hashPassword } from '../auth/index.ts'
import { createFirstAdmin } from './passwords/commands.ts'
import { addressOf, linkDigest, newLink } from './passwords/links.ts'
import { insertSetupLink } from './passwords/queries.ts'
import { faultsOf } from './passwords/rules.ts'
import { hasAdmin } from './queries.ts'

/** The default user name of the first administrator. */
export const FIRST_ADMIN = 'admin'

/**
 * Until a person is administrator: creates the administrator that the settings define, or logs a setup link. There is
 * no default password. Only digests are stored, so each start logs a new link; all of them work until there is an
 * administrator.
 */
export async function firstAdmin(
  { write, read, note, settings }: Handles,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<void> {
  if (await hasAdmin(read)) return
  const { adminName: name = FIRST_ADMIN, adminPassword: password } = settings
  if (password !== undefined) {
    const faults = faultsOf(password)
    if (faults.length > 0) throw new Error(`ADMIN_PASSWORD: ${faults.join(' ')}`)
    const hash = await hashPassword(password)
    const user = await write(system, (tx) => run(tx, createAdminOfSettings, { name, hash }))
    if (user) log.info({ name }, 'created the first administrator from the settings')
    else if (!(await hasAdmin(read)))
      log.warn(
        { name },
        'the first administrator was not created: set ADMIN_USERNAME to a name that is not taken',
      )
    return
  }
  const secret = newLink()
  await note((db) => insertSetupLink(db, linkDigest(secret)))
  const url = addressOf(settings, 'setup', secret)
  log.warn(`There is no administrator yet. Open ${url} to create the first one.`)
}

const createAdminOfSettings = command({
  name: 'user.create-first-admin',
  input: Type.Object({ name: Type.String(), hash: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  run: (tx, { name, hash }) => createFirstAdmin(tx, { username: name }, hash),
})
