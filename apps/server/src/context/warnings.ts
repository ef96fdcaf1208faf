import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { warn } from '../platform/http/warnings.ts'
import { isNameTaken, listForeignUses } from './queries.ts'
import type { Changed } from './verbs.ts'

const MOST_NAMED = 10
/** Not fields: the first takes whatever identifies a user, the second chance. */
const builtIn = ['default', 'random']

/** For a field whose legal values were changed: one sentence for each value that rules or segments still use. */
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

/** Stickiness can name a field that does not exist; nobody has a value for it then. */
export async function stickinessWarnings(db: Reader, stickiness: string | undefined): Promise<string[]> {
  if (!stickiness || builtIn.includes(stickiness) || (await isNameTaken(db, stickiness))) return []
  return [
    `There is no context field called ${stickiness}. Users without a value for it are not part of the rollout.`,
  ]
}

/** Warns whoever changed the legal values of a field about what still uses others. */
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
