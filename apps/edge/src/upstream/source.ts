import { randomUUID } from 'node:crypto'
import type { DeltaEvent } from '@flagstaff/contract/delta'
import type { DocumentRow, Mark, Projects, Store } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import { difference, namesOf } from './difference.ts'
import { flagRow, noFlagRow, noSegmentRow, segmentRow } from './documents.ts'
import { createShrinkGuard, type Held } from './shrink-guard.ts'
import { type Sorted, sortFeatures, sortSegments } from './wire.ts'

/** Upstream identifies its states, so every edge can use the same epoch. */
export const EPOCH = 'edge'

/** The access that one backend token gives upstream. */
export type Scope = { environment: string; projects: Projects }

/** The state of one scope, which this edge writes to the store. */
export type Source = Scope & {
  secret: string
  /** The newest applied state; undefined before the first. */
  readonly mark: Mark | undefined
  /** When upstream last confirmed what is served, in milliseconds since 1970; with flags from the disk, before the start. */
  readonly heardAt: number
  /** Whether the last attempt to reach upstream succeeded. */
  readonly isConnected: boolean
  /** A response that is held back; the state before it is served. */
  readonly held: Held | undefined
  /** Invalid documents from upstream, with the reason; their last good version is served. */
  readonly quarantine: ReadonlyMap<string, string>
  /** Whether a comparison found a difference from upstream. */
  differs: boolean
  /** Aborted if everything has to be reloaded, until that is done. */
  readonly restart: AbortSignal
  startOver(): void
  heard(): void
  lost(): void
  /** Replaces the whole state: documents that are not in it are removed. `knownAt`: when upstream had it, if not now. */
  replace(features: readonly unknown[], segments: readonly unknown[], at: Mark, knownAt?: number): void
  take(events: readonly DeltaEvent[], at: Mark, knownAt?: number): void
}

type Options = {
  /** The fraction of flags that can be missing from a response before it is held back. */
  mostMissing?: number
  log?: Logger
}

export function createSource(
  store: Store,
  secret: string,
  scope: Scope,
  { mostMissing = 1, log }: Options = {},
): Source {
  const { environment, projects } = scope
  const guard = createShrinkGuard(mostMissing)
  const quarantine = new Map<string, string>()
  let mark: Mark | undefined
  let heardAt = 0
  let isConnected = false
  let restart = new AbortController()

  const sees = (project: string) => projects === '*' || projects.includes(project)
  const heard = () => {
    heardAt = Date.now()
    isConnected = true
    store.markSynced()
  }
  const apply = (rows: DocumentRow[], touched: Set<string>, at: Mark, knownAt: number) => {
    // Upstream was rolled back or has a different history: no project can keep an outdated mark.
    if (mark && at.tag !== mark.tag && at.revision <= mark.revision)
      for (const name of store.names(environment)) touched.add(projectOf(name) ?? '')
    // A new epoch makes clients reload, since the content differs although upstream has the same mark.
    const epoch = mark?.tag === at.tag && rows.length > 0 ? `${EPOCH} ${randomUUID()}` : store.epoch || EPOCH
    mark = at
    heardAt = knownAt
    const { revision, hash } = at
    const heads = [...touched].filter(sees).map((project) => ({ environment, project, revision, hash }))
    store.apply({
      revision: Math.max(store.revision, revision),
      hash,
      epoch,
      complete: false,
      rows: rows.map((row) => ({ ...row, revision, hash })),
      heads,
      knownAt,
    })
  }
  const setAside = (kind: string, { broken, unnamed }: Sorted<unknown>) => {
    if (unnamed > 0) broken.set(`without a name (${unnamed})`, 'it has no name')
    for (const [name, reason] of broken) {
      quarantine.set(`${kind} ${name}`, reason)
      log?.error(
        { environment, kind, name, reason },
        'upstream sent something that cannot be used; it is left out',
      )
    }
  }
  const projectOf = (name: string) => store.piece(environment, name)?.project

  return {
    ...scope,
    secret,
    get mark() {
      return mark
    },
    get heardAt() {
      return heardAt
    },
    get isConnected() {
      return isConnected
    },
    get held() {
      return guard.held
    },
    quarantine,
    differs: false,
    get restart() {
      return restart.signal
    },
    startOver: () => restart.abort(),
    heard,
    lost() {
      isConnected = false
    },
    replace(sentFeatures, sentSegments, at, knownAt = Date.now()) {
      const here = store.environment(environment)
      const features = sortFeatures(sentFeatures)
      const segments = sortSegments(sentSegments)
      const own = [...here.own.values()].filter(({ project }) => sees(project)).map(({ name }) => name)
      // If an object has no name, nothing is removed, so the guard is not needed.
      const isDoubtful = mark !== undefined && features.unnamed === 0
      if (isDoubtful && !guard.admit(own, namesOf(features))) return heard()
      quarantine.clear()
      setAside('flag', features)
      setAside('segment', segments)
      const { rows, touched } = difference(
        here,
        { features, segments },
        { environment, isAll: projects === '*', sees },
      )
      if (mark === undefined && projects !== '*') for (const project of projects) touched.add(project)
      apply(rows, touched, at, knownAt)
      if (restart.signal.aborted) restart = new AbortController()
    },
    take(events, at, knownAt = Date.now()) {
      if (events.length === 0) return
      const rows: DocumentRow[] = []
      const touched = new Set<string>()
      for (const event of events) {
        switch (event.type) {
          case 'hydration':
            this.replace(event.features, event.segments ?? [], at, knownAt)
            return
          case 'feature-updated': {
            const sorted = sortFeatures([event.feature])
            setAside('flag', sorted)
            for (const feature of sorted.good) {
              quarantine.delete(`flag ${feature.name}`)
              const before = projectOf(feature.name)
              if (before !== undefined) touched.add(before)
              touched.add(feature.project ?? 'default')
              rows.push(flagRow(environment, feature))
            }
            break
          }
          case 'feature-removed': {
            quarantine.delete(`flag ${event.featureName}`)
            touched.add(event.project)
            const project = projectOf(event.featureName)
            // The flag moved to a project of another source, which has already reported it.
            if (project !== undefined && !sees(project)) break
            if (project !== undefined) touched.add(project)
            rows.push(noFlagRow(environment, event.featureName))
            break
          }
          case 'segment-updated': {
            const sorted = sortSegments([event.segment])
            setAside('segment', sorted)
            for (const segment of sorted.good) {
              quarantine.delete(`segment ${segment.id}`)
              rows.push(segmentRow(environment, segment))
              for (const piece of store.environment(environment).own.values())
                if (piece.segments.includes(segment.id)) touched.add(piece.project)
            }
            break
          }
          case 'segment-removed':
            quarantine.delete(`segment ${event.segmentId}`)
            rows.push(noSegmentRow(environment, event.segmentId))
        }
      }
      apply(rows, touched, at, knownAt)
    },
  }
}
