import { statusOf } from '../status.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { type Activity, type Sent, send } from './activity.ts'

const TOKENS = '/api/admin/api-tokens'
const MOST_LIVE = 3
/** How many of the newest tokens are tried everywhere at the end. */
const TRIED = 8

type Token = {
  id: string
  secret: string
  made: number
  /** When it was revoked, and what the response was. */
  revoked?: { at: number; outcome: Sent['outcome'] }
}

/** Creates and revokes tokens, and tries them at servers and the edge. */
export async function openTokens(world: World, name: string): Promise<Activity> {
  const violations: string[] = []
  let tokens: Token[] = []
  /** Processes that have refused a revoked token. */
  let refusals = new Set<string>()
  let count = 0
  let acknowledged = 0

  async function create() {
    const made = performance.now()
    const token = {
      tokenName: `${name}-${count}`,
      type: 'backend',
      environment: 'development',
      projects: ['*'],
    }
    const { outcome, body } = await send(violations, world.servers[count % 2 ? 0 : 1], 'POST', TOKENS, token)
    if (outcome !== 'acknowledged') return
    acknowledged++
    tokens.push({ id: body.id, secret: body.secret, made })
  }

  async function revoke(token: Token) {
    const at = performance.now()
    const server = world.servers[count % 2 ? 1 : 0]
    const { outcome } = await send(violations, server, 'DELETE', `${TOKENS}/${token.id}`)
    if (outcome === 'refused') return
    if (outcome === 'acknowledged') acknowledged++
    token.revoked = { at, outcome }
  }

  /** A process that has refused a revoked token must not accept it again. */
  async function tryOne() {
    const token = tokens[(count * 7) % Math.max(1, tokens.length)]
    const places = world.places()
    const place = places[count % places.length]
    if (!place || token?.revoked?.outcome !== 'acknowledged') return
    const key = `${token.id} ${place.pid}`
    const status = await statusAt(place.url, token.secret)
    if (status === 401) refusals.add(key)
    if (status === 200 && refusals.has(key))
      violations.push(`the ${place.name} accepts a revoked token again`)
  }

  return {
    async step() {
      count++
      const live = tokens.filter(({ revoked }) => !revoked)
      if (live.length < MOST_LIVE) await create()
      else if (count % 2 === 0 && live[0]) await revoke(live[0])
      await tryOne()
    },
    lostSince(time) {
      refusals = new Set()
      tokens = tokens.filter(({ made }) => made < time)
      for (const token of tokens) if (token.revoked && token.revoked.at >= time) delete token.revoked
    },
    async violations() {
      const rows = await world.query<{ id: string }>('select id from api_tokens')
      const stored = new Set(rows.map(({ id }) => id))
      for (const { id, revoked } of tokens) {
        if (!revoked && !stored.has(id)) violations.push(`token ${id} was created, and is missing`)
        if (revoked?.outcome === 'acknowledged' && stored.has(id))
          violations.push(`token ${id} was revoked, and is there`)
      }
      for (const { name: place, url } of world.places())
        for (const { id, secret } of tokens.slice(-TRIED)) {
          const wanted = stored.has(id) ? 200 : 401
          await until(`the ${place} answers a token with ${wanted}`, async () => {
            const status = await statusAt(url, secret)
            return status === wanted || status
          })
        }
      return violations
    },
    acknowledged: () => acknowledged,
  }
}

const statusAt = (url: string, authorization: string): Promise<number> =>
  statusOf(`${url}/api/client/features`, { headers: { authorization } })
