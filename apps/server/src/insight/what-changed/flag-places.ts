import type { ChangedPlace } from '@flagstaff/contract/what-changed'
import { EVERYWHERE } from '@flagstaff/delivery'
import { differenceOf, type FlagAt, limited, servedIn } from './differences.ts'
import type { Group, LightEvent } from './groups.ts'
import { isUnpublished } from './kinds.ts'
import { labelOf } from './objects.ts'
import type { DocumentAt, Segment } from './queries.ts'
import { obstacleTexts, type RestoreObstacle, segmentObstacle } from './restore/obstacles.ts'

export type Past = {
  documents: ReadonlyMap<string, readonly DocumentAt[]>
  revisions: { before: number; now: number; latest: number }
  /** Flags that follow a release plan, as a JSON list of flag and environment. */
  planned: ReadonlySet<string>
  /** Flags that were created after the start. */
  created: ReadonlySet<string>
  segments: ReadonlyMap<number, Segment>
}

type Place = { environment: string | null; events: readonly LightEvent[] }
type Found = Pick<ChangedPlace, 'result' | 'lines' | 'restore' | 'notRestorable'>

/** The net difference of a flag in one place, and what restoring it would change. */
export function flagPlaces({ id, project }: Group, { environment, events }: Place, past: Past): Found {
  const at = (revision: number) => documentsAt(past.documents.get(id) ?? [], revision)
  const [before, now, latest] = [past.revisions.before, past.revisions.now, past.revisions.latest].map(at)
  if (!before || !now || !latest) return { result: 'unchanged', lines: [] }
  const { result, lines } = differenceOf(environment, { before, now }, past.segments)
  const unpublished = [...new Set(events.map(({ type }) => type).filter(isUnpublished))].map(labelOf)
  const all = limited([...(result === 'removed' ? [] : lines), ...unpublished])
  const found = { result: result === 'unchanged' && all.length > 0 ? 'changed' : result, lines: all } as const
  if (environment === null) return found
  const back = differenceOf(environment, { before: latest, now: before }, past.segments)
  if (back.result === 'unchanged') return found
  const obstacle = obstacleOf({ id, project, environment }, { before, latest }, past)
  return obstacle
    ? { ...found, notRestorable: obstacleTexts[obstacle] }
    : { ...found, restore: { lines: back.lines } }
}

const documentsAt = (documents: readonly DocumentAt[], revision: number): FlagAt =>
  new Map(documents.filter((one) => one.revision === revision).map((one) => [one.environment, one]))

/** As PostgreSQL writes it. */
const keyOf = (flag: string, environment: string) =>
  `[${JSON.stringify(flag)}, ${JSON.stringify(environment)}]`

type InEnvironment = { id: string; project: string | null; environment: string }

function obstacleOf(
  { id, project, environment }: InEnvironment,
  { before, latest }: { before: FlagAt; latest: FlagAt },
  past: Past,
): RestoreObstacle | undefined {
  const [was, is] = [before.get(EVERYWHERE)?.doc.project, latest.get(EVERYWHERE)?.doc.project]
  if (is === undefined || is !== project) return 'gone'
  if (was !== is) return 'notYet'
  if (past.created.has(id)) return 'recreated'
  if (past.planned.has(keyOf(id, environment))) return 'planned'
  const [old, used] = [before, latest].map((at) => segmentsOf(environment, at))
  const added = old?.filter((segment) => !used?.includes(segment)) ?? []
  return segmentObstacle(added, past.segments, project)
}

const segmentsOf = (environment: string, at: FlagAt): number[] =>
  servedIn(environment, at)?.doc.strategies.flatMap((rule) => rule.segments) ?? []
