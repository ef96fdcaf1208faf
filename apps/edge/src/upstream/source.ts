import type { ClientFeature, ClientSegment } from '@flagstaff/contract/client'
import type { DeltaEvent } from '@flagstaff/contract/delta'
import type { DocumentRow, Projects, Store } from '@flagstaff/delivery'
import { flagRow, noFlagRow, noSegmentRow, segmentRow, toDocument } from './documents.ts'

/** What one backend token opens upstream. */
export type Scope = { environment: string; projects: Projects }

/** What this edge has of one scope, and brings into the store. */
export type Source = Scope & {
  secret: string
  /** The newest revision that was taken in; undefined before the first. */
  readonly revision: number | undefined
  /** When upstream last said anything, in milliseconds since 1970. */
  readonly heardAt: number
  heard(): void
  /** Everything there is: what is not among it is gone. */
  replace(features: ClientFeature[], segments: ClientSegment[], revision: number): void
  take(events: readonly DeltaEvent[]): void
}

export function createSource(store: Store, secret: string, scope: Scope): Source {
  const { environment, projects } = scope
  let revision: number | undefined
  let heardAt = 0

  const sees = (project: string) => projects === '*' || projects.includes(project)
  const heard = () => {
    heardAt = Date.now()
    store.markSynced()
  }
  const apply = (rows: DocumentRow[], touched: Set<string>, at: number) => {
    revision = at
    heardAt = Date.now()
    const heads = [...touched].map((project) => ({ environment, project, revision: at }))
    store.apply({ revision: Math.max(store.revision, at), epoch: 1, complete: false, rows, heads })
  }
  const projectOf = (name: string) => store.piece(environment, name)?.project

  return {
    ...scope,
    secret,
    get revision() {
      return revision
    },
    get heardAt() {
      return heardAt
    },
    heard,
    replace(features, segments, at) {
      const here = store.environment(environment)
      const rows: DocumentRow[] = []
      const touched = new Set<string>(projects === '*' || revision !== undefined ? [] : projects)
      const kept = new Set(segments.map(({ id }) => id))
      for (const segment of segments) {
        const row = segmentRow(environment, segment)
        if (JSON.stringify(here.segments.get(segment.id)) === JSON.stringify(row.doc)) continue
        rows.push(row)
        for (const piece of here.own.values())
          if (piece.segments.includes(segment.id)) touched.add(piece.project)
      }
      const names = new Set(features.map(({ name }) => name))
      for (const feature of features) {
        const before = here.own.get(feature.name)
        if (before && JSON.stringify(before.doc) === JSON.stringify(toDocument(feature))) continue
        rows.push(flagRow(environment, feature))
        touched.add(feature.project ?? 'default')
        if (before) touched.add(before.project)
      }
      for (const { name, project } of here.own.values()) {
        if (names.has(name) || !sees(project)) continue
        rows.push(noFlagRow(environment, name))
        touched.add(project)
      }
      if (projects === '*')
        for (const id of here.segments.keys()) if (!kept.has(id)) rows.push(noSegmentRow(environment, id))
      apply(rows, touched, at)
    },
    take(events) {
      const last = events.at(-1)
      if (!last) return
      const rows: DocumentRow[] = []
      const touched = new Set<string>()
      for (const event of events) {
        switch (event.type) {
          case 'hydration':
            this.replace(event.features, event.segments, event.eventId)
            return
          case 'feature-updated': {
            const before = projectOf(event.feature.name)
            if (before !== undefined) touched.add(before)
            touched.add(event.feature.project ?? 'default')
            rows.push(flagRow(environment, event.feature))
            break
          }
          case 'feature-removed':
            touched.add(event.project)
            rows.push(noFlagRow(environment, event.featureName))
            break
          case 'segment-updated':
            rows.push(segmentRow(environment, event.segment))
            for (const piece of store.environment(environment).own.values())
              if (piece.segments.includes(event.segment.id)) touched.add(piece.project)
            break
          case 'segment-removed':
            rows.push(noSegmentRow(environment, event.segmentId))
        }
      }
      apply(rows, touched, last.eventId)
    },
  }
}
