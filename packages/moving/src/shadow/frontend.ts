import type { Client } from '@flagstaff/client/connect'
import type { Context } from '@flagstaff/engine'
import type { Source } from '../source/request.ts'
import { type FrontendAnswer, FrontendAnswer as FrontendSchema } from '../source/schemas.ts'

export type FrontendResult = {
  answers: number
  mismatched: number
  /** The first context for each flag that differs. */
  examples: Map<string, { context: Context; answers: number; theirs: string; ours: string }>
}

type Asked = {
  source: Source
  /** A frontend token of the source. */
  theirToken: string
  ours: Client
  contexts: readonly Context[]
  isCompared: (flag: string) => boolean
  flags: number
}

/** Asks both servers, so that each decides with its own engine. */
export async function compareFrontends(asked: Asked): Promise<FrontendResult> {
  const { source, theirToken, ours, contexts, isCompared, flags } = asked
  const result: FrontendResult = { answers: 0, mismatched: 0, examples: new Map() }
  for (const context of contexts) {
    const body = { context: wireOf(context) }
    const [there, here] = await Promise.all([
      source.ask({ path: '/api/frontend', schema: FrontendSchema, body, token: theirToken }),
      ours.get('POST /api/frontend', { body }),
    ])
    const [a, b] = [answersOf(there), answersOf(here)]
    result.answers += flags
    for (const flag of new Set([...a.keys(), ...b.keys()])) {
      const [theirs, mine] = [a.get(flag) ?? 'off', b.get(flag) ?? 'off']
      if (theirs === mine || !isCompared(flag)) continue
      result.mismatched++
      const known = result.examples.get(flag)
      if (known) known.answers++
      else result.examples.set(flag, { context, answers: 1, theirs, ours: mine })
    }
  }
  return result
}

const answersOf = ({ toggles }: FrontendAnswer): Map<string, string> =>
  new Map(
    toggles.map(({ name, enabled, variant }) => [
      name,
      enabled ? `on ${variant?.name ?? ''} ${variant?.payload?.value ?? ''}`.trim() : 'off',
    ]),
  )

/** Contexts on the wire have texts only. */
function wireOf({ userId, sessionId, remoteAddress, appName, currentTime, properties }: Context) {
  const texts = { userId, sessionId, remoteAddress, appName, currentTime }
  const given = Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return {
    ...Object.fromEntries(given),
    properties: Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, value]) => [name, String(value)]),
    ),
  }
}
