import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader } from '../../platform/database/database.ts'
import { warn } from '../../platform/http/warnings.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { isNameTaken, listForeignUses } from './queries.ts'
import type { Changed } from './verbs.ts'

const MOST_NAMED = 10
/** Special values of stickiness: the first field that identifies a user, and random. */
const builtIn = ['default', 'random']

/** One warning for each value that is still used by rules or segments but no longer legal. */
async function legalValueWarnings(
  db: Reader,
  viewer: Viewer,
  { field, legal }: { field: string; legal: readonly string[] },
): Promise<string[]> {
  if (legal.length === 0) return []
  const byValue = Map.groupBy(await listForeignUses(db, viewer, field, legal), ({ value }) => value)
  return [...byValue].map(([value, uses]) => {
    const names = uses.slice(0, MOST_NAMED).map(({ user }) => user)
    const others = uses.length - names.length
    const list = others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ')
    return `"${value}" is not a legal value of ${field}, but it is used by ${list}. What uses it works as before and can be saved again.`
  })
}

/** Stickiness can name an unknown context field; then no user has a value for it. */
export async function stickinessWarnings(db: Reader, stickiness: string | undefined): Promise<string[]> {
  if (!stickiness || builtIn.includes(stickiness) || (await isNameTaken(db, stickiness))) return []
  return [
    `The context field ${stickiness} does not exist. Users without a value for it are not part of the rollout.`,
  ]
}

/** Adds warnings to the response if values that are no longer legal are still in use. */
export async function warnOfUses(
  request: FastifyRequest,
  reply: FastifyReply,
  field: string,
  { legal }: Changed,
) {
  if (!legal) return
  const { viewer } = request.signedIn()
  warn(reply, await legalValueWarnings(request.server.read, viewer, { field, legal }))
}
