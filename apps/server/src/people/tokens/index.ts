import type { Reader } from '../../platform/database/database.ts'
import { readTogether } from '../../platform/database/transaction.ts'
import { AppError, forbidden } from '../../platform/errors.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { openVault } from '../../platform/vault.ts'
import type { Actor, Caller } from '../../platform/write/actor.ts'
import type { Note } from '../../platform/write/note.ts'
import { allPowerful, callerFor, readAccess } from '../access/index.ts'
import { findApiToken, markApiTokenSeen } from './api-tokens/queries.ts'
import { PERSONAL_TOKENS_OFF } from './personal/commands.ts'
import { findTokenOwner, markPersonalTokenSeen, ownerOf } from './personal/queries.ts'
import { digestOf } from './secrets.ts'

export {
  accountOf,
  issueToken,
  PERSONAL_TOKENS_OFF,
  replaceToken,
  requireNotLonger,
} from './personal/commands.ts'
export { listPersonalTokens, removePersonalToken, removePersonalTokensOf } from './personal/queries.ts'
export { deleteTokensOfEnvironment, deleteTokensOfProject } from './removal/verbs.ts'
export { digestOf, newSecret } from './secrets.ts'

/** Actor id of admin tokens in events, instead of an account id. */
const ADMIN_TOKEN_USER = -42
/** "Last seen" is updated at most this often. */
const SEEN_MS = 3 * 60_000

type Handles = { read: Reader; note: Note; settings: Pick<Settings, 'personalTokensOff'> }

/** The caller of an admin API request with this token. */
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
  const { proposeOnly, expiresAt } = owner
  const caller = { ...callerFor(actor, access), proposeOnly, expiresAt }
  return owner.isService ? { ...caller, vault: () => openVault(secret) } : caller
}

async function withApiToken({ read, note }: Handles, secret: string, ip: string): Promise<Caller> {
  const token = await findApiToken(read, digestOf(secret))
  if (!token) throw new AppError('badToken')
  if (token.type !== 'admin') {
    throw new AppError('forbidden', { reason: `A ${token.type} token cannot be used for the admin API.` })
  }
  if (isDue(token.seenAt)) await note((db) => markApiTokenSeen(db, token.id))
  const caller = allPowerful({ type: 'token', id: ADMIN_TOKEN_USER, name: token.name, ip })
  return { ...caller, vault: () => openVault(secret) }
}

const isDue = (seenAt: Date | null) => !seenAt || Date.now() - seenAt.getTime() > SEEN_MS
