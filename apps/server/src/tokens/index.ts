import { allPowerful, callerFor } from '../access/index.ts'
import type { Caller } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Note } from '../platform/note.ts'
import { findApiToken, markApiTokenSeen } from './api-tokens/queries.ts'
import { findTokenOwner, markPersonalTokenSeen } from './personal/queries.ts'
import { digestOf } from './secrets.ts'

export { seedTokens } from './api-tokens/seed.ts'
export { accountOf } from './personal/commands.ts'
export { removePersonalTokensOf } from './personal/queries.ts'
export { deleteTokensOfEnvironment, deleteTokensOfProject } from './removal/verbs.ts'

/** Events caused by an admin token carry this id instead of an account's. */
const ADMIN_TOKEN_USER = -42
/** How old "last seen" may grow before it is written again. */
const SEEN_MS = 3 * 60_000

type Handles = { read: Reader; note: Note }

/** Who calls the admin API with this token. */
export const callerWithToken = (handles: Handles, secret: string, ip: string): Promise<Caller> =>
  secret.startsWith('user:') ? withPersonalToken(handles, secret, ip) : withApiToken(handles, secret, ip)

async function withPersonalToken({ read, note }: Handles, secret: string, ip: string): Promise<Caller> {
  const owner = await findTokenOwner(read, digestOf(secret))
  if (!owner) throw new AppError('badToken')
  if (isDue(owner.seenAt)) await note((db) => markPersonalTokenSeen(db, owner.tokenId))
  return callerFor(read, owner, {
    type: owner.isService ? 'service-account' : 'user',
    id: owner.id,
    name: owner.email ?? owner.username ?? owner.name ?? String(owner.id),
    ip,
  })
}

async function withApiToken({ read, note }: Handles, secret: string, ip: string): Promise<Caller> {
  const token = await findApiToken(read, digestOf(secret))
  if (!token) throw new AppError('badToken')
  if (token.type !== 'admin') {
    throw new AppError('forbidden', { reason: `A ${token.type} token does not open the admin API.` })
  }
  if (isDue(token.seenAt)) await note((db) => markApiTokenSeen(db, token.id))
  return allPowerful({ type: 'token', id: ADMIN_TOKEN_USER, name: token.name, ip })
}

const isDue = (seenAt: Date | null) => !seenAt || Date.now() - seenAt.getTime() > SEEN_MS
