import { allPowerful, callerFor, readAccess } from '../access/index.ts'
import type { Actor, Caller } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { AppError, forbidden } from '../platform/errors.ts'
import type { Note } from '../platform/note.ts'
import type { Settings } from '../platform/settings.ts'
import { readTogether } from '../platform/transaction.ts'
import { openVault } from '../platform/vault.ts'
import { findApiToken, markApiTokenSeen } from './api-tokens/queries.ts'
import { PERSONAL_TOKENS_OFF } from './personal/commands.ts'
import { findTokenOwner, markPersonalTokenSeen, ownerOf } from './personal/queries.ts'
import { digestOf } from './secrets.ts'

export { seedTokens } from './api-tokens/seed.ts'
export { tokenMails } from './expiry/jobs.ts'
export { accountOf, issueToken } from './personal/commands.ts'
export { listPersonalTokens, removePersonalToken, removePersonalTokensOf } from './personal/queries.ts'
export { deleteTokensOfEnvironment, deleteTokensOfProject } from './removal/verbs.ts'
export { digestOf, newSecret } from './secrets.ts'

/** Events caused by an admin token carry this id instead of an account's. */
const ADMIN_TOKEN_USER = -42
/** How old "last seen" may grow before it is written again. */
const SEEN_MS = 3 * 60_000

type Handles = { read: Reader; note: Note; settings: Pick<Settings, 'personalTokensOff'> }

/** Who calls the admin API with this token. */
export const callerWithToken = (handles: Handles, secret: string, ip: string): Promise<Caller> =>
  secret.startsWith('user:') ? withPersonalToken(handles, secret, ip) : withApiToken(handles, secret, ip)

async function withPersonalToken(
  { read, note, settings }: Handles,
  secret: string,
  ip: string,
): Promise<Caller> {
  const digest = digestOf(secret)
  const [owner, access] = await readTogether(read, (db) =>
    Promise.all([findTokenOwner(db, digest), readAccess(db, ownerOf(digest))]),
  )
  if (!owner) throw new AppError('badToken')
  if (settings.personalTokensOff && !owner.isService) throw forbidden(PERSONAL_TOKENS_OFF)
  if (isDue(owner.seenAt)) await note((db) => markPersonalTokenSeen(db, owner.tokenId))
  const actor: Actor = {
    type: owner.isService ? 'service-account' : 'user',
    id: owner.id,
    name: owner.email ?? owner.username ?? owner.name ?? String(owner.id),
    ip,
  }
  const caller = callerFor(actor, access)
  return owner.isService ? { ...caller, vault: () => openVault(secret) } : caller
}

async function withApiToken({ read, note }: Handles, secret: string, ip: string): Promise<Caller> {
  const token = await findApiToken(read, digestOf(secret))
  if (!token) throw new AppError('badToken')
  if (token.type !== 'admin') {
    throw new AppError('forbidden', { reason: `A ${token.type} token does not open the admin API.` })
  }
  if (isDue(token.seenAt)) await note((db) => markApiTokenSeen(db, token.id))
  const caller = allPowerful({ type: 'token', id: ADMIN_TOKEN_USER, name: token.name, ip })
  return { ...caller, vault: () => openVault(secret) }
}

const isDue = (seenAt: Date | null) => !seenAt || Date.now() - seenAt.getTime() > SEEN_MS
