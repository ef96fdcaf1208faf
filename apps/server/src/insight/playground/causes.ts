import type { PlaygroundCause, PlaygroundChange } from '@flagstaff/contract/playground'
import type { FlagDocument } from '@flagstaff/delivery'
import { type Context, evaluate } from '@flagstaff/engine'
import type { Reader } from '../../platform/database/database.ts'
import { type Caller, sees } from '../../platform/write/actor.ts'
import { createHistory } from './history.ts'
import type { Moment } from './moment.ts'
import { same, toOutcome } from './outcome.ts'
import { type CausingEvent, listEventsOf, listVersions, type Version } from './queries.ts'
import { emptyRuleset, parentsOf, segmentsOf } from './snapshot.ts'
import type { TimeSlice } from './time-slice.ts'

export type Around = { db: Reader; caller: Caller; moment: Moment; chance: number; turn: TimeSlice }
export type Found = { change: PlaygroundChange; context: Context }

/** Above this number of documents, causes are skipped: finding them takes long, and nobody reads that many. */
const MOST_VERSIONS = 2_000

type Causes = Map<string, Map<Context, PlaygroundCause[]>>

/** Replays everything published in between, and notes the revisions at which a result changed. */
export async function causesOf(
  around: Around,
  environment: string,
  found: readonly Found[],
): Promise<Causes | undefined> {
  if (found.length === 0) return undefined
  const { db, caller, moment, chance, turn } = around
  const names = [...new Set(found.map(({ change }) => change.name))]
  const versions = await versionsOf(around, environment, names)
  if (!versions) return undefined
  const boundaries = boundariesOf(versions, moment)
  const events = boundaries.length > 0 ? await listEventsOf(db, boundaries) : []
  const times = new Map(events.map(({ id, createdAt }) => [id, createdAt]))
  const ruleset = emptyRuleset()
  const history = createHistory(ruleset, versions)
  const random = () => chance

  history.moveTo(moment.revision)
  const asked = found.map(({ change, context }) => ({ name: change.name, context, last: change.before }))
  const causes: Causes = new Map(names.map((name) => [name, new Map()]))
  for (const { name, context } of asked) causes.get(name)?.set(context, [])
  for (const revision of boundaries) {
    const createdAt = times.get(revision)
    const touched = history.moveTo(revision)
    for (const one of asked) {
      if (!touched(one.name)) continue
      const at = { now: createdAt?.getTime() ?? moment.clock, random }
      const outcome = history.has(one.name) ? toOutcome(evaluate(ruleset, one.name, one.context, at)) : null
      await turn()
      if (same(outcome, one.last)) continue
      one.last = outcome
      causes
        .get(one.name)
        ?.get(one.context)
        ?.push({
          revision,
          createdAt: (createdAt ?? new Date(moment.clock)).toISOString(),
          outcome,
          events: eventsAt(revision, events, history.dependsOn(one.name), caller),
        })
    }
  }
  return causes
}

/** All documents of these flags in between, with those of their parents and segments. */
async function versionsOf(
  { db, moment }: Around,
  environment: string,
  names: readonly string[],
): Promise<Version[] | undefined> {
  const span = { environment, after: moment.revision, upTo: moment.latest, limit: MOST_VERSIONS + 1 }
  const own = await listVersions(db, 'flag', names, span)
  const parents = parentsOf(flagsIn(own)).filter((name) => !names.includes(name))
  const above = parents.length > 0 ? await listVersions(db, 'flag', parents, span) : []
  const segments = segmentsOf(flagsIn([...own, ...above])).map(String)
  const used = segments.length > 0 ? await listVersions(db, 'segment', segments, span) : []
  const all = [...own, ...above, ...used]
  return all.length > MOST_VERSIONS ? undefined : all
}

const flagsIn = (versions: readonly Version[]) =>
  versions.flatMap(({ kind, doc }) => (kind === 'flag' ? [{ doc: doc as FlagDocument }] : []))

function boundariesOf(versions: readonly Version[], { revision, latest }: Moment): number[] {
  const all = versions.flatMap(({ from, until }) => (until === null ? [from] : [from, until]))
  return [...new Set(all)].filter((one) => one > revision && one <= latest).sort((a, b) => a - b)
}

/** The events of one change that the caller can read. */
function eventsAt(
  revision: number,
  events: readonly CausingEvent[],
  matters: (event: CausingEvent) => boolean,
  caller: Caller,
): PlaygroundCause['events'] {
  const last = events.find(({ id }) => id === revision)
  const everything = caller.may('READ_LOGS', {})
  return events
    .filter(
      (event) =>
        event.id <= revision &&
        event.createdAt.getTime() === last?.createdAt.getTime() &&
        matters(event) &&
        sees(caller.viewer, event.project) &&
        (everything || event.project !== null),
    )
    .map(({ createdAt: _time, segment: _segment, ...event }) => event)
}
