import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { ObserveDelivery, WorkHandles } from '../../../platform/manifest.ts'
import { openCall } from './call.ts'
import { type Opened, openIntegration } from './compose.ts'
import { deliver, type Parts } from './deliver.ts'
import { wants } from './filter.ts'
import {
  type Followed,
  type Head,
  listFollowed,
  listFree,
  moveIdle,
  type Position,
  readHead,
  readHeads,
  release,
} from './queries.ts'

const AT_ONCE = 8
const PAGE = 2_000
/** How often integrations are looked at that another process delivers for, or whose receivers failed. */
const LOOK_MS = 2_000
const IDLE_MS = 60_000
const RELOAD_MS = 60_000

type Target = Followed & {
  opened: Opened
  /** The newest event that it wants and that was not delivered yet, as far as this process knows. */
  wanted: number | undefined
}

/**
 * Sends events to integrations. One reader per process reads every event once and compares it with all integrations;
 * only those that want it cost more than that.
 */
export function openRunner({ settings, read, db }: WorkHandles, logger: Logger, observe: ObserveDelivery) {
  const holder = randomUUID()
  let stopping = false
  const parts: Parts = { db, read, call: openCall(settings), holder, isStopping: () => stopping, observe }
  const targets = new Map<string, Target>()
  const busy = new Map<string, Promise<void>>()
  /** Those that another process delivers for, or whose receivers failed. */
  const resting = new Set<string>()
  /** Those that were logged. */
  const unreadable = new Set<number>()
  let position: Position | undefined
  let loadedAt = 0
  let lookedAt = 0
  let movedAt = Date.now()

  /** What is new starts at its stored position: it may be behind. */
  async function load() {
    loadedAt = Date.now()
    const followed = await listFollowed(read)
    // Events before it are found by the stored positions.
    if (targets.size === 0 && followed.length > 0) position = await readHead(read)
    const names = new Set(followed.map(({ name }) => name))
    for (const name of targets.keys()) if (!names.has(name)) targets.delete(name)
    for (const one of followed) {
      const known = targets.get(one.name)
      const opened = tryOpen(one)
      if (!opened) continue
      const isChanged = known?.integration.version !== one.integration.version || one.until !== null
      targets.set(one.name, { ...one, opened, wanted: isChanged ? behind(one) : known?.wanted })
    }
  }

  /** The events after its stored position are looked at once. */
  const behind = ({ revision, until }: Followed) =>
    until ?? (position !== undefined && revision < position.revision ? position.revision : undefined)

  function tryOpen({ integration }: Followed): Opened | undefined {
    try {
      return openIntegration(integration, settings)
    } catch (error) {
      if (!unreadable.has(integration.id))
        logger.error(
          { err: error, integration: integration.id },
          'the secrets of an integration cannot be decrypted',
        )
      unreadable.add(integration.id)
      // It counts as a receiver that fails, so that the alert for those fires.
      observe({ provider: integration.provider, result: 'failed', lagSeconds: 0 })
      return undefined
    }
  }

  /** Reads new events, and notes who wants them. */
  async function match() {
    for (;;) {
      const found = await readHeads(read, position?.revision ?? 0, PAGE)
      if (await isOtherHistory(found)) {
        targets.clear()
        return load()
      }
      const events = found.filter(({ revision }) => revision > (position?.revision ?? 0))
      for (const event of events) {
        if (event.type.startsWith('addon-config-')) await load()
        for (const target of targets.values())
          if (target.until === null && wants(target.integration, event))
            target.wanted = maximum(target.wanted, event.revision)
      }
      position = events.at(-1) ?? position
      if (found.length < PAGE) return
    }
  }

  /** After a restore, or a failover that lost events, revisions up to the position are used again. */
  async function isOtherHistory([first]: readonly Head[]): Promise<boolean> {
    if (position === undefined) return false
    if (first) return first.revision === position.revision && first.hash !== position.hash
    return (await readHead(read)).revision < position.revision
  }

  function start(target: Target) {
    const { name } = target
    if (stopping || busy.has(name) || resting.has(name) || busy.size >= AT_ONCE) return
    const until = target.wanted
    const work = deliver(parts, target, target.opened)
      .then((isDone) => {
        const now = targets.get(name)
        if (isDone && now && now.wanted === until) now.wanted = undefined
        if (!isDone) resting.add(name)
      })
      .catch((error: unknown) => {
        logger.warn({ err: error, follower: name }, 'events could not be delivered and will be retried')
        resting.add(name)
      })
      .then(() => {
        busy.delete(name)
        // Others wait for their turn, and new events may have come.
        startAll()
      })
    busy.set(name, work)
  }

  const startAll = () => {
    for (const target of targets.values()) if (target.wanted !== undefined) start(target)
  }

  /** Starts those that are free again, and forgets those that another process delivered for. */
  async function look() {
    lookedAt = Date.now()
    const waiting = [...targets.values()].filter(
      ({ name, wanted }) => wanted !== undefined && !busy.has(name),
    )
    if (waiting.length === 0) return
    const names = waiting.map(({ name }) => name)
    const found = new Map((await listFree(read, holder, names)).map((one) => [one.name, one]))
    for (const target of waiting) {
      const one = found.get(target.name)
      if (!one) targets.delete(target.name)
      else if (target.wanted !== undefined && one.revision >= target.wanted) target.wanted = undefined
      else if (one.free) {
        resting.delete(target.name)
        start(target)
      }
    }
  }

  async function moveAll() {
    movedAt = Date.now()
    const idle = [...targets.values()].filter(
      ({ name, wanted, until }) => wanted === undefined && until === null && !busy.has(name),
    )
    if (idle.length > 0 && position !== undefined)
      await moveIdle(
        db,
        holder,
        idle.map(({ name }) => name),
        position,
      )
  }

  return {
    async onNews() {
      if (stopping) return
      const isOld = Date.now() - loadedAt > (targets.size === 0 ? LOOK_MS : RELOAD_MS)
      if (isOld) await load()
      // Without integrations, events are not read.
      if (targets.size === 0) return
      await match()
      startAll()
      if (Date.now() - lookedAt > LOOK_MS) await look()
      if (Date.now() - movedAt > IDLE_MS) await moveAll()
    },
    /** Finishes what is being sent. */
    async stop() {
      stopping = true
      await Promise.all(busy.values())
      await moveAll().catch(() => {})
      await release(db, holder).catch(() => {})
    },
  }
}

const maximum = (one: number | undefined, other: number) => Math.max(one ?? 0, other)
