import { rulesOf } from '../../cluster/changes.ts'
import { createHistory } from '../history.ts'
import type { World } from '../world.ts'
import { type Activity, send } from './activity.ts'
import { makeRule, ruleWith } from './flags.ts'
import { appliedTwice, openReviews, together, valuesOf } from './reviews.ts'

const ENVIRONMENT = 'development'
/** The group of rules that are added and deleted beside a request. */
const BESIDE = 'beside'

/** Change requests that give the rules of two flags the same value: nobody may ever see two values. */
export async function openRequests(world: World, name: string): Promise<Activity> {
  const violations: string[] = []
  const pair = [`${name}-a`, `${name}-b`]
  const rules: { flag: string; rule: string }[] = []
  for (const flag of pair)
    rules.push({ flag, rule: await makeRule(world, { flag, environment: ENVIRONMENT }) })
  const reviews = await openReviews(world, ENVIRONMENT, violations)
  const history = createHistory(new Map([[name, 'start']]))
  const seen = new Set<string>()
  /** Requests that an attempt without a response may still apply, with whatever is in them by then. */
  const open = new Set<number>()
  let count = 0
  let acknowledged = 0

  /** Adds another rule to a flag of an approved request, or deletes it: the request then has another result. */
  async function drift() {
    const path = rulesOf(pair[0] ?? '', ENVIRONMENT)
    const server = world.servers[1]
    const { body } = await server.call('GET', path).catch(() => ({ body: undefined }))
    const beside = Array.isArray(body)
      ? body.find(({ parameters }) => parameters?.groupId === BESIDE)
      : undefined
    if (beside) await send(violations, server, 'DELETE', `${path}/${beside.id}`)
    else await send(violations, server, 'POST', path, ruleWith(BESIDE))
  }

  return {
    async step() {
      const value = `${name}-${++count}`
      const request = await reviews.request(rules, value)
      if (!request || !(await reviews.approve(request))) return
      if (count % 4 === 0) await drift()
      const started = performance.now()
      const appliers = count % 3 === 0 ? [0, 1] : [count % 2]
      const replies = await Promise.all(
        appliers.map((place) => reviews.move(request.id, 'Applied', {}, world.servers[place ? 1 : 0])),
      )
      if (replies.filter((reply) => reply.outcome === 'acknowledged').length > 1)
        violations.push(`request ${request.id} was acknowledged twice`)
      const found = together(replies)
      const outcome = found === 'refused' && open.has(request.id) ? 'maybe' : found
      if (outcome === 'maybe') open.add(request.id)
      const isAcknowledged = outcome === 'acknowledged'
      if (isAcknowledged) acknowledged++
      const ended = isAcknowledged ? performance.now() : Number.POSITIVE_INFINITY
      history.add({ flag: name, value, started, ended, outcome })
    },
    read({ features }) {
      const values = features
        .filter((flag) => pair.includes(flag.name))
        .flatMap((flag) => (flag.strategies ?? []).map(({ parameters }) => parameters?.groupId ?? ''))
        .filter((value) => value !== BESIDE)
      for (const value of values) seen.add(value)
      return new Set(values).size > 1 ? [`half of a request was served: ${values.join(' and ')}`] : []
    },
    lostSince: history.lostSince,
    async violations() {
      const values = await valuesOf(world, rules)
      if (values.length !== rules.length || new Set(values).size !== 1)
        violations.push(`half of a request was applied: ${values.join(' and ')}`)
      return [
        ...violations,
        ...(await appliedTwice(world)),
        ...history.violations(new Map([[name, values[0] ?? '']])),
        ...history.refusedIn(seen),
      ]
    },
    acknowledged: () => acknowledged,
  }
}
