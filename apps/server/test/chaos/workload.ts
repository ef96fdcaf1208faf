import { setTimeout as later } from 'node:timers/promises'
import { PROJECT } from '../cluster/changes.ts'
import { BACKEND_TOKEN } from '../cluster/server.ts'
import type { Activity, Document } from './activities/activity.ts'
import { createHistory, type History, type Outcome } from './history.ts'
import { statusOf } from './status.ts'
import { until } from './until.ts'
import { CHANNELS, textOf, type World } from './world.ts'

const WRITERS = 4

/** Users who change flags, applications that send metrics, and clients that check every response. */
export type Workload = {
  history: History
  /** Responses that must never occur. */
  violations: string[]
  /** Everything that clients have received, as `flag value`. */
  seen: ReadonlySet<string>
  activities: readonly Activity[]
  /** The database was restored to its state at this time. */
  lostSince(time: number): void
  /** Stops all writers; resolves once every attempt has a response. */
  pause(): Promise<void>
  resume(): void
  /** Resolves after this many more acknowledged changes. */
  acknowledged(more: number): Promise<void>
  stop(): Promise<void>
}

const outcomes: Record<number, Outcome> = { 200: 'acknowledged', 503: 'refused', 504: 'maybe' }
let values = 0

export function startWorkload(
  world: World,
  start: ReadonlyMap<string, string>,
  activities: readonly Activity[],
): Workload {
  const history = createHistory(start)
  const violations: string[] = []
  const seen = new Set<string>()
  let going = true
  let open = true
  let busy = 0
  let acknowledged = 0

  /** Repeats the work while it is not paused. */
  const loop = async (work: () => Promise<void>, pauses: boolean) => {
    while (going) {
      if (pauses && !open) {
        await later(10)
        continue
      }
      if (pauses) busy++
      await work()
      if (pauses) busy--
      await later(15)
    }
  }
  const change = async () => {
    const flag = world.flags[values % world.flags.length] ?? ''
    const value = `v-${values++}`
    const server = values % 5 === 4 && world.older ? world.older : world.servers[values % 3 === 0 ? 1 : 0]
    const patch = [{ op: 'replace', path: '/description', value }]
    const started = performance.now()
    const status = await server.call('PATCH', `${PROJECT}/features/${flag}`, patch).then(
      (reply) => reply.status,
      () => 0,
    )
    const outcome = status === 0 ? 'maybe' : outcomes[status]
    if (!outcome) violations.push(`a change was answered ${status}`)
    // An attempt without a response can still take effect at any later time.
    const ended = outcome === 'acknowledged' ? performance.now() : Number.POSITIVE_INFINITY
    history.add({ flag, value, started, ended, outcome: outcome ?? 'maybe' })
    if (outcome === 'acknowledged') acknowledged++
    else await later(50)
  }
  const count = async (channel: (typeof CHANNELS)[number]) => {
    const url = channel === 'edge' ? world.edge.url : world.servers[0].url
    const status = await statusOf(`${url}/api/client/metrics`, {
      method: 'POST',
      headers: { authorization: BACKEND_TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({
        appName: `chaos-${channel}`,
        instanceId: 'counter',
        bucket: {
          start: new Date(Date.now() - 1_000).toISOString(),
          stop: new Date().toISOString(),
          toggles: { [world.flags[0] ?? '']: { yes: 1, no: 0 } },
        },
      }),
    })
    // Counts have no id, so after a lost database response it is unknown whether they are stored.
    world.counts.add(channel, status === 202 ? 'acknowledged' : 'maybe')
    if (![0, 202, 503].includes(status)) violations.push(`a count was answered ${status}`)
    await later(30)
  }
  const tags = new Map<string, string>()
  const read = async (place: string, url: string) => {
    const etag = tags.get(place)
    const response = await fetch(`${url}/api/client/features`, {
      headers: {
        authorization: BACKEND_TOKEN,
        'unleash-client-spec': '5.2.0',
        ...(etag ? { 'if-none-match': etag } : {}),
      },
      signal: AbortSignal.timeout(60_000),
    }).catch(() => undefined)
    if (!response) return later(50)
    if (response.status !== 200) {
      await response.body?.cancel().catch(() => {})
      // Without a database and a snapshot, a server has nothing to serve after a start.
      if (response.status !== 304 && response.status !== 503)
        violations.push(`the ${place} answered a poll with ${response.status}`)
      return
    }
    const body = (await response.json().catch(() => undefined)) as Document | undefined
    if (!body) return
    tags.set(place, response.headers.get('etag') ?? '')
    const served = new Map(body.features.map((flag) => [flag.name, textOf(flag)]))
    const missing = world.flags.filter((flag) => !served.has(flag))
    if (missing.length > 0) violations.push(`the ${place} served without ${missing.join(', ')}`)
    for (const [flag, value] of served) seen.add(`${flag} ${value}`)
    for (const activity of activities)
      violations.push(...(activity.read?.(body) ?? []).map((text) => `the ${place}: ${text}`))
  }
  const running = [
    ...Array.from({ length: WRITERS }, () => loop(change, true)),
    ...CHANNELS.map((channel) => loop(() => count(channel), true)),
    ...activities.map(({ step }) => (step ? loop(step, true) : undefined)),
    ...world.places().map(({ name, url }) => loop(() => read(name, url), false)),
  ]
  return {
    history,
    violations,
    seen,
    activities,
    lostSince(time) {
      history.lostSince(time)
      for (const activity of activities) activity.lostSince?.(time)
    },
    async pause() {
      open = false
      await until('every attempt has an answer', () => busy === 0)
    },
    resume() {
      open = true
    },
    async acknowledged(more) {
      const wanted = acknowledged + more
      await until('changes are acknowledged', () => acknowledged >= wanted || `${acknowledged} of ${wanted}`)
    },
    async stop() {
      going = false
      await Promise.all(running)
      for (const activity of activities) await activity.stop?.()
    },
  }
}
