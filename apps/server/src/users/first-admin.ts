import type { FastifyBaseLogger } from 'fastify'
import Type from 'typebox'
import { hashPassword } from '../auth/index.ts'
import { system } from '../platform/actor.ts'
import { command, run } from '../platform/commands.ts'
import type { Handles } from '../platform/http/dispatch.ts'
import { createFirstAdmin } from './passwords/commands.ts'
import { addressOf, LINK_HOURS, linkDigest, newLink } from './passwords/links.ts'
import { insertLink, isSetupUnderWay, removeLinksOf } from './passwords/queries.ts'
import { faultsOf } from './passwords/rules.ts'
import { isAnybodyThere } from './queries.ts'

/** What the first administrator is called unless the settings say otherwise. */
export const FIRST_ADMIN = 'admin'

/**
 * The very first start: makes the administrator the settings name, or prints a link by which whoever reads the log
 * becomes one. There is no default password. Only the digest of the link is kept, so each start prints a new one and
 * the one before ends; but when several processes start together, the first alone prints, and for a minute the
 * others keep silent.
 */
export async function firstAdmin(
  { write, read, note, settings }: Handles,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<void> {
  if (await isAnybodyThere(read)) return
  const { adminName: name = FIRST_ADMIN, adminPassword: password } = settings
  if (password !== undefined) {
    const faults = faultsOf(password)
    if (faults.length > 0) throw new Error(`ADMIN_PASSWORD: ${faults.join(' ')}`)
    const hash = await hashPassword(password)
    await write(system, (tx) => run(tx, createAdminOfSettings, { name, hash }))
    log.info({ name }, 'made the first administrator from the settings')
    return
  }
  const secret = newLink()
  const made = await note(async (db) => {
    if (await isSetupUnderWay(db)) return false
    await removeLinksOf(db, null)
    await insertLink(db, { digest: linkDigest(secret), userId: null, createdBy: 'system', hours: LINK_HOURS })
    return true
  })
  if (made) {
    const url = addressOf(settings, 'setup', secret)
    log.warn(
      `There is no account yet. Open ${url} within ${LINK_HOURS} hours to make the first administrator.`,
    )
  } else {
    log.info('a setup link was printed less than a minute ago, perhaps by another process: look there')
  }
}

const createAdminOfSettings = command({
  name: 'user.create-first-admin',
  input: Type.Object({ name: Type.String(), hash: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  run: (tx, { name, hash }) => createFirstAdmin(tx, name, hash),
})
