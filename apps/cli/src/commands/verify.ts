import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'

/** Verifies the whole log, or what was added after a position that was kept elsewhere. */
export async function verify({ client, output }: Context, known?: string) {
  const [, revision, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(known ?? '') ?? []
  if (known !== undefined && hash === undefined)
    throw new CliError('Pass the position as an earlier run printed it: revision:hash.', exits.wrongUse)
  const api = client()
  let last = { revision: Number(revision ?? 0), hash: hash ?? '' }
  let start = last.revision
  let removed = 0
  for (;;) {
    const query = last.hash === '' ? {} : { after: last.revision, hash: last.hash }
    const found = await api.get('GET /api/admin/event-chain', { query })
    if (found.brokenAt !== undefined) {
      output.result(`The event log is broken at revision ${found.brokenAt}.`, found)
      return exits.failed
    }
    if (found.removed !== undefined) start = removed = found.removed
    if (found.revision === last.revision) break
    last = { revision: found.revision, hash: found.hash }
    output.progress(`${last.revision - start} events`)
  }
  const position = `${last.revision}:${last.hash}`
  const before = removed > 0 ? ` Before them, the events up to ${removed} were exported and removed.` : ''
  output.result(
    `${last.revision - start} events, the chain holds.${before} Keep this elsewhere: ${position}`,
    {
      ...last,
      ...(removed > 0 ? { removed } : {}),
      position,
    },
  )
  return exits.done
}
