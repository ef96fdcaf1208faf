import type { PlaygroundCause, PlaygroundChange, PlaygroundOutcome } from '@flagstaff/contract/playground'
import { EVERYWHERE, type FlagDocument, type SegmentDocument } from '@flagstaff/delivery'
import { type At, type Context, evaluate, type Result } from '@flagstaff/engine'
import { type Caller, sees } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import type { Asked } from './contexts.ts'
import type { Moment } from './moment.ts'
import { type LoggedEvent, listEventsOf, listVersions, type Scope, type Version } from './queries.ts'
import { emptyRuleset, parentsOf, readSnapshot, type Snapshot, segmentsOf, toFlag } from './snapshot.ts'
import type { Turn } from './turn.ts'

type Around = {
  db: Reader
  caller: Caller
  moment: Moment
  scope: Scope
  chance: number
  turn: Turn
}

/** Beyond so many documents nobody reads the causes, and looking for them takes long. */
const MOST_VERSIONS = 2_000
/** Beyond so many changed answers they stand without causes. */
const MOST_EXPLAINED = 200

/** The answers of a past moment that are others now, and the changes at which each of them turned. */
export async function changesBetween(
  around: Around,
  past: readonly Snapshot[],
  contexts: readonly Asked[],
): Promise<PlaygroundChange[]> {
  const changes: PlaygroundChange[] = []
  for (const before of past) {
    const found = await differences(around, before, contexts)
    const causes = await causesOf(around, before.environment, found.slice(0, MOST_EXPLAINED - changes.length))
    for (const { change, context } of found) {
      const known = causes?.get(change.name)?.get(context)
      changes.push(known ? { ...change, causes: known } : change)
    }
  }
  return changes
}

type Found = { change: PlaygroundChange; context: Context }

async function differences(
  { db, moment, scope, chance, turn }: Around,
  before: Snapshot,
  contexts: readonly Asked[],
): Promise<Found[]> {
  const { environment } = before
  const now = await readSnapshot(db, { environment, revision: moment.latest, scope })
  const names = [...new Set([...before.flags.keys(), ...now.flags.keys()])].sort()
  const random = () => chance
  const found: Found[] = []
  const wall = Date.now()
  for (const name of names) {
    for (const { context, flat } of contexts) {
      const was = outcomeOf(before, name, context, { now: moment.clock, random })
      const is = outcomeOf(now, name, context, { now: wall, random })
      await turn()
      if (same(was, is)) continue
      const projectId = (now.flags.get(name) ?? before.flags.get(name))?.doc.project ?? ''
      found.push({
        context,
        change: { name, projectId, environment, context: flat, before: was, now: is },
      })
    }
  }
  return found
}

function outcomeOf(snapshot: Snapshot, name: string, context: Context, at: At): PlaygroundOutcome | null {
  return snapshot.flags.has(name) ? toOutcome(evaluate(snapshot.ruleset, name, context, at)) : null
}

const toOutcome = ({ enabled, variant }: Result): PlaygroundOutcome => ({
  isEnabled: enabled,
  ...(enabled && variant.enabled ? { variant: variant.name } : {}),
  ...(enabled && variant.payload ? { payload: { ...variant.payload } } : {}),
})

const same = (one: PlaygroundOutcome | null, other: PlaygroundOutcome | null) =>
  JSON.stringify(one) === JSON.stringify(other)

type Causes = Map<string, Map<Context, PlaygroundCause[]>>

/** Goes through everything that was published in between, and notes where an answer turned. */
async function causesOf(
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
  const state = createState(ruleset, versions)
  const random = () => chance

  state.moveTo(moment.revision)
  const asked = found.map(({ change, context }) => ({ name: change.name, context, last: change.before }))
  const causes: Causes = new Map(names.map((name) => [name, new Map()]))
  for (const { name, context } of asked) causes.get(name)?.set(context, [])
  for (const revision of boundaries) {
    const createdAt = times.get(revision)
    const touched = state.moveTo(revision)
    for (const one of asked) {
      if (!touched(one.name)) continue
      const at = { now: createdAt?.getTime() ?? moment.clock, random }
      const outcome = state.has(one.name) ? toOutcome(evaluate(ruleset, one.name, one.context, at)) : null
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
          events: eventsAt(revision, events, state.dependsOn(one.name), caller),
        })
    }
  }
  return causes
}

/** All documents of these flags in between, with those of the parents and segments any of them names. */
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

/** The ruleset as it was at one revision after the other. */
function createState(ruleset: ReturnType<typeof emptyRuleset>, versions: readonly Version[]) {
  const things = Map.groupBy(versions, ({ kind, name }) => `${kind} ${name}`)
  const present = new Map<string, Version | undefined>()
  const dependencies = new Map<string, { parents: Set<string>; segments: Set<string> }>()

  const at = (list: readonly Version[], revision: number) => {
    const live = list.filter(({ from, until }) => from <= revision && (until === null || until > revision))
    return live.find(({ environment }) => environment !== EVERYWHERE) ?? live[0]
  }
  const put = (key: string, version: Version | undefined) => {
    present.set(key, version)
    const [kind, name = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
    if (kind === 'segment') {
      if (version) ruleset.setSegment(version.doc as SegmentDocument)
      else ruleset.removeSegment(Number(name))
      return
    }
    if (!version) {
      ruleset.removeFlag(name)
      return
    }
    const doc = version.doc as FlagDocument
    ruleset.setFlag(toFlag(doc, version.meta))
    dependencies.set(name, {
      parents: new Set(parentsOf([{ doc }])),
      segments: new Set(segmentsOf([{ doc }]).map(String)),
    })
  }
  const reaches = (name: string, key: string): boolean => {
    const known = dependencies.get(name)
    if (key === `flag ${name}`) return true
    if (!known) return false
    if (key.startsWith('segment ') && known.segments.has(key.slice('segment '.length))) return true
    return [...known.parents].some((parent) => parent !== name && reaches(parent, key))
  }
  return {
    /** Tells which flags the step could matter to. */
    moveTo(revision: number): (name: string) => boolean {
      const moved: string[] = []
      for (const [key, list] of things) {
        const version = at(list, revision)
        if (present.has(key) && present.get(key) === version) continue
        put(key, version)
        moved.push(key)
      }
      return (name) => moved.some((key) => reaches(name, key))
    },
    has: (name: string) => ruleset.flags.has(name),
    dependsOn: (name: string) => (event: LoggedEvent) =>
      event.segment !== null
        ? reaches(name, `segment ${event.segment}`)
        : event.featureName === null || reaches(name, `flag ${event.featureName}`),
  }
}

/** What the log has of one change, within what the caller may read there. */
function eventsAt(
  revision: number,
  events: readonly LoggedEvent[],
  matters: (event: LoggedEvent) => boolean,
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
