import type { Db, Reader } from '../../../platform/database/database.ts'
import type { ObserveDelivery } from '../../../platform/manifest.ts'
import type { SentEvent } from '../providers/types.ts'
import { batchOf } from '../providers/webhook.ts'
import type { Integration } from '../queries.ts'
import type { Call } from './call.ts'
import type { Opened } from './compose.ts'
import { reachOf, wants, within } from './filter.ts'
import { backoff, MOST_SET_ASIDE, REFUSAL_SECONDS, REFUSALS } from './outcome.ts'
import {
  type Claimed,
  claim,
  countRefusals,
  countSetAside,
  endReplay,
  type Followed,
  type Move,
  type Position,
  readEvents,
  renew,
  settle,
} from './queries.ts'
import { type Sent, send } from './send.ts'
import { formSends, wholeChanges, withoutOpenImport } from './sends.ts'

const PAGE = 500
const LONGEST_CHANGE = 20_000

export type Parts = {
  db: Db
  read: Reader
  call: Call
  /** Identifies this process. */
  holder: string
  isStopping(): boolean
  observe: ObserveDelivery
}

/**
 * Sends everything that waits for an integration, in order. Returns false if another process does, or if the receiver
 * must be tried again later.
 */
export async function deliver(
  parts: Parts,
  { name, integration }: Followed,
  opened: Opened,
): Promise<boolean> {
  const claimed = await claim(parts.db, name, parts.holder)
  if (!claimed) return false
  let { failures } = claimed
  for (let after = claimed.revision; ; ) {
    const page = await readPage(parts.read, opened, { after, until: claimed.until })
    const last = page.events.at(-1)
    if (!last && page.isHeld) return false
    if (!last) break
    const reach = reachOf(integration)
    const wanted = page.events
      .filter((event) => wants(integration, event))
      .map((event) => within(reach, event))
    const sends = formSends(opened.provider.kind, wanted, { batch: batchOf(opened.config.parameters) })
    for (const events of sends) {
      if (parts.isStopping()) return false
      if (!(await sendOne(parts, { name, integration, claimed, failures }, opened, events))) return false
      failures = 0
    }
    after = last.id
    if (page.isHeld) return false
    if (page.isLast) break
    // Many events without one to send: keep the lease.
    if (sends.length === 0 && !(await renew(parts.db, name, parts.holder))) return false
  }
  if (claimed.until !== null) await endReplay(parts.db, name, parts.holder)
  return true
}

type Page = {
  events: readonly SentEvent[]
  isLast: boolean
  /** Events that are not sent yet, since more will belong to them. */
  isHeld: boolean
}

/** For chats a page ends with the end of a change or an import, so that it is one message. */
async function readPage(
  read: Reader,
  { provider }: Opened,
  { after, until }: { after: number; until: number | null },
): Promise<Page> {
  for (let limit = PAGE; ; limit = LONGEST_CHANGE) {
    const events = await readEvents(read, { after, until, limit })
    const isLast = events.length < limit
    if (provider.kind !== 'chat') return { events, isLast, isHeld: false }
    if (isLast) {
      const ready = withoutOpenImport(events, new Date())
      return { events: ready, isLast, isHeld: ready.length < events.length }
    }
    const whole = wholeChanges(events)
    if (whole || limit === LONGEST_CHANGE) return { events: whole ?? events, isLast: false, isHeld: false }
  }
}

type State = { name: string; integration: Integration; claimed: Claimed; failures: number }

/** Sends once. False if the position did not move. */
async function sendOne(
  parts: Parts,
  { name, integration, claimed, failures }: State,
  opened: Opened,
  events: readonly SentEvent[],
): Promise<boolean> {
  const { db, read, holder, call } = parts
  const [first, last] = [events[0], events.at(-1)]
  const from = first?.id ?? 0
  const to = { revision: last?.id ?? 0, hash: last?.hash ?? '' }
  const attempt = failures + 1
  const replay = claimed.until !== null
  const sent = await send(call, opened, events, { attempt, replay, goesOn: () => renew(db, name, holder) })
  const { move, isSetAside } = await decide(read, integration.id, { sent, from, to, failures })
  const { outcome: _, state, ...rest } = sent
  const delivery = {
    ...rest,
    integration: integration.id,
    from,
    to: to.revision,
    events: events.length,
    attempt,
    state: isSetAside ? ('setAside' as const) : state,
    replay,
  }
  const isSettled = await settle(db, { name, holder, move, delivery })
  const lagSeconds = (Date.now() - Date.parse(last?.createdAt ?? '')) / 1_000
  if (isSettled) parts.observe({ provider: integration.provider, result: delivery.state, lagSeconds })
  return isSettled && 'to' in move
}

type Deciding = { sent: Sent; from: number; to: Position; failures: number }

async function decide(
  read: Reader,
  id: number,
  { sent, from, to, failures }: Deciding,
): Promise<{ move: Move; isSetAside: boolean }> {
  const error = sent.error ?? 'The receiver did not accept the event.'
  const later = (retryAfter: number, isFailure = true) => ({
    move: { retryAfter, isFailure, error },
    isSetAside: false,
  })
  switch (sent.outcome.kind) {
    case 'done':
      return { move: { to }, isSetAside: false }
    case 'wait':
      return later(sent.outcome.seconds, false)
    case 'receiver':
      return later(backoff(failures + 1, Math.random()))
    case 'refused': {
      if ((await countSetAside(read, id)) >= MOST_SET_ASIDE)
        return later(backoff(failures + 1, Math.random()))
      if ((await countRefusals(read, id, from)) + 1 < REFUSALS) return later(REFUSAL_SECONDS)
      return { move: { to }, isSetAside: true }
    }
  }
}
