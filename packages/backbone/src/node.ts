import { type Change, EVERYWHERE } from '@flagstaff/delivery'
import { nextOf, openLink } from './chain.ts'
import { type Gathering, gather } from './gathering.ts'
import type { Backbone, Side } from './nats.ts'
import type { Seal } from './seal.ts'
import { openHead, readSnapshot } from './snapshot.ts'
import { openTick } from './tick.ts'
import { createTickGuard } from './tick-guard.ts'
import { type Move, nextMove, SILENT_MS, type View } from './watchdog.ts'

type Parts = {
  backbone: Backbone
  seal: Seal
  instance: string
  /** Takes a full state, or the change that follows the one before. */
  apply(change: Change): void
  /** The epoch that is served already, for example from the disk. */
  servedEpoch?: string | undefined
  /** Upstream is followed over HTTP already. */
  isFallenBack?: boolean
  /** Flags are served, from wherever they came. */
  isServing?: () => boolean
  /** The newest revision that upstream has served over HTTP since the node fell back. */
  upstreamRevision?: () => number | undefined
  /** Environments to hold; undefined for all. */
  environments?: readonly string[] | undefined
  /** Follow a server over HTTP, or stop that. */
  fallBack(isNeeded: boolean): void
  onError(error: unknown): void
  now?: () => number
}

const LOOK_MS = 250
/** How long a node without flags waits before it tries its mirror again. */
const BOOT_AGAIN_MS = 1_000
/** A node without flags serves its snapshot after this long, even if it could not read the changes after it. */
const READ_ON_MS = 2_000

/** Keeps a node at the newest state that the tick names. */
export function followBackbone({
  backbone,
  seal,
  instance,
  apply,
  environments,
  fallBack,
  onError,
  ...parts
}: Parts) {
  const { now = Date.now, isServing = () => false, upstreamRevision = () => undefined } = parts
  const guard = createTickGuard({ now })
  const view: View = {
    known: undefined,
    tick: undefined,
    heardAt: now(),
    movedAt: now(),
    starts: 0,
    isFallenBack: parts.isFallenBack ?? false,
    upstream: undefined,
    isDoubted: false,
  }
  let epoch = parts.servedEpoch
  let gathering: (Gathering & { incarnation: string; startedAt: number }) | undefined
  let stopFollowing = () => {}
  let bootedAt = Number.NEGATIVE_INFINITY
  let isBusy = false
  let isStopped = false

  const isWanted = (environment: string) =>
    environments === undefined || environment === EVERYWHERE || environments.includes(environment)
  const wanted = ({ rows, heads, ...change }: Change): Change => ({
    ...change,
    rows: rows.filter(({ environment }) => isWanted(environment)),
    heads: heads.filter(({ environment }) => isWanted(environment)),
  })

  const put = (incarnation: string, change: Change) => {
    apply(change)
    epoch = change.epoch
    view.known = { incarnation, epoch, revision: change.revision }
    view.movedAt = now()
    if (isCurrent(view)) view.starts = 0
  }
  /** Serves what was gathered once it is as new as the tick. A node without flags serves the newest of its mirror. */
  const settle = (isAll = false) => {
    if (!gathering) return
    const { tick } = view
    const { incarnation, revision } = gathering
    const isNewest =
      tick?.incarnation === incarnation && tick.epoch === gathering.epoch && revision >= tick.revision
    if (!isNewest && !(isAll && epoch === undefined)) return
    const state = gathering.state()
    gathering = undefined
    const isOther = view.isFallenBack || (epoch !== undefined && epoch !== state.epoch)
    put(incarnation, isOther ? { ...state, restarted: true } : state)
    if (view.isFallenBack) fallBack(false)
    view.isFallenBack = false
    view.isDoubted = false
  }

  const take = (incarnation: string, message: Uint8Array, isLast: boolean) => {
    const known = gathering ?? view.known
    if (known?.incarnation !== incarnation) return
    const link = openLink(seal, { instance, incarnation }, message)
    const next = nextOf(known, link)
    if (next === 'skip') return settle(isLast)
    if (next === 'restart' || !link.change) {
      leaveStream()
      view.known = undefined
      return
    }
    const change = wanted(link.change)
    if (!gathering) return put(incarnation, change)
    gathering.add(change)
    settle(isLast)
  }
  const leaveStream = () => {
    stopFollowing()
    stopFollowing = () => {}
    gathering = undefined
  }

  const start = async (incarnation: string, side: Side) => {
    leaveStream()
    if (side === 'mirror') await backbone.mirror(incarnation)
    const streams = { instance, incarnation }
    const sealed = await backbone.readHead(incarnation, side)
    if (!sealed) throw new Error(`the ${side} has no snapshot of ${incarnation} yet`)
    const head = openHead(seal, streams, sealed)
    const snapshot = await readSnapshot(
      seal,
      streams,
      head,
      (piece) => backbone.readPiece(incarnation, side, piece),
      isWanted,
    )
    if (isStopped) return
    gathering = Object.assign(gather(snapshot), { incarnation, startedAt: now() })
    settle()
    const handle = (message: Uint8Array, isLast: boolean) => attempt(() => take(incarnation, message, isLast))
    // From the last change of the snapshot, not after it: some message then says where the chain ends.
    stopFollowing = await backbone.follow(incarnation, side, head.sequence, handle)
    if (isStopped) stopFollowing()
  }

  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }
  const leave = () => {
    leaveStream()
    guard.forgetClock()
    if (!view.isFallenBack) fallBack(true)
    view.isFallenBack = true
  }
  const perform = async (move: Move) => {
    if (move.do === 'nothing') return
    if (move.do === 'fall back') return leave()
    const incarnation = move.do === 'switch' ? move.to : (view.tick?.incarnation ?? '')
    view.starts += 1
    view.movedAt = now()
    if (move.from === 'upstream') leave()
    await start(incarnation, move.from === 'hub' ? 'hub' : 'mirror')
  }
  /** One thing at a time. */
  const alone = async (work: () => Promise<void>) => {
    if (isBusy || isStopped) return
    isBusy = true
    await work().catch(onError)
    isBusy = false
  }
  /** The mirror of a region is enough to start, also while nobody ticks. */
  const boot = async () => {
    bootedAt = now()
    const newest = await backbone.newestHere()
    if (newest !== undefined && !view.tick) await start(newest, 'mirror')
  }
  const look = () =>
    alone(async () => {
      settle(gathering && now() - gathering.startedAt >= READ_ON_MS)
      view.upstream = view.isFallenBack ? upstreamRevision() : undefined
      await perform(nextMove(view, now()))
      const isDue = now() - bootedAt >= BOOT_AGAIN_MS
      if (isDue && !view.tick && !view.known && !gathering && !isServing()) await boot()
    })
  backbone.onTick((message) =>
    attempt(() => {
      const tick = openTick(seal, instance, message)
      guard.check(tick)
      view.tick = tick
      view.heardAt = now()
      if (isCurrent(view)) view.starts = 0
      settle()
      void look()
    }),
  )
  void look()
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    view: (): Readonly<View> => view,
    /** When a tick last confirmed what the node has; undefined if it is behind, or has heard none for too long. */
    confirmedAt: (): number | undefined =>
      isCurrent(view) && now() - view.heardAt < SILENT_MS ? view.heardAt : undefined,
    /** Upstream serves other flags: follow it, and return when the backbone has at least what upstream has. */
    doubt() {
      view.isDoubted = true
      view.known = undefined
      view.starts = 0
      leave()
    },
    stop() {
      isStopped = true
      clearInterval(timer)
      stopFollowing()
    },
  }
}

const isCurrent = ({ known, tick }: View) =>
  known !== undefined &&
  known.incarnation === tick?.incarnation &&
  known.epoch === tick.epoch &&
  known.revision >= tick.revision
