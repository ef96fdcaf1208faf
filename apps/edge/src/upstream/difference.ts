import type { DocumentRow, Store } from '@flagstaff/delivery'
import { flagRow, noFlagRow, noSegmentRow, segmentRow, toDocument } from './documents.ts'
import type { sortFeatures, sortSegments } from './wire.ts'

type Here = ReturnType<Store['environment']>
type Whole = { features: ReturnType<typeof sortFeatures>; segments: ReturnType<typeof sortSegments> }
type Scope = { environment: string; isAll: boolean; sees(project: string): boolean }

/**
 * The changes from the current state to a full response, and the projects they affect. Broken documents are left as
 * they are.
 */
export function difference(here: Here, { features, segments }: Whole, { environment, isAll, sees }: Scope) {
  const rows: DocumentRow[] = []
  const touched = new Set<string>()
  for (const segment of segments.good) {
    const row = segmentRow(environment, segment)
    if (JSON.stringify(here.segments.get(segment.id)) === JSON.stringify(row.doc)) continue
    rows.push(row)
    for (const piece of here.own.values()) if (piece.segments.includes(segment.id)) touched.add(piece.project)
  }
  for (const feature of features.good) {
    const served = here.own.get(feature.name)
    const before = served?.base ?? served
    if (before && JSON.stringify(before.doc) === JSON.stringify(toDocument(feature))) continue
    rows.push(flagRow(environment, feature))
    touched.add(feature.project ?? 'default')
    if (before) touched.add(before.project)
  }
  const names = namesOf(features)
  // A flag without a name could be any of the missing ones, so remove none.
  const gone = features.unnamed > 0 ? [] : [...here.own.values()].filter(({ name }) => !names.has(name))
  for (const { name, project } of gone) {
    if (!sees(project)) continue
    rows.push(noFlagRow(environment, name))
    touched.add(project)
  }
  if (isAll && segments.unnamed === 0) {
    const kept = new Set([...segments.good.map(({ id }) => id), ...[...segments.broken.keys()].map(Number)])
    // Keep segments that are still in use: a rule without its segment would apply to nobody.
    for (const { strategies } of features.good)
      for (const rule of strategies ?? []) for (const id of rule.segments ?? []) kept.add(id)
    for (const id of here.segments.keys()) if (!kept.has(id)) rows.push(noSegmentRow(environment, id))
  }
  return { rows, touched }
}

export const namesOf = ({ good, broken }: Whole['features']): Set<string> =>
  new Set([...good.map(({ name }) => name), ...broken.keys()])
