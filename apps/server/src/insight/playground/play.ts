import {
  MOST_PLAYGROUND_ANSWERS,
  MOST_PLAYGROUND_TREES,
  type PlaygroundChange,
  type PlaygroundMoment,
} from '@flagstaff/contract/playground'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { type Caller, confinedTo, sees } from '../../platform/write/actor.ts'
import { type Answer, answer, type Detail } from './answers.ts'
import { changesBetween } from './changes.ts'
import { type Asked, requireRoom as requireRoomFor } from './contexts.ts'
import { type Moment, readMoment } from './moment.ts'
import type { Served } from './present.ts'
import { isEnvironment, type Scope } from './queries.ts'
import { type Page, readWorld } from './read.ts'
import { type Future, type Snapshot, withEffects, withRulesOff } from './snapshot.ts'
import { createTimeSlice } from './time-slice.ts'

export type Ask = {
  environments: readonly string[]
  contexts: readonly Asked[]
  projects: readonly string[] | '*' | undefined
  features: readonly string[] | undefined
  atRevision: number | undefined
  at: string | undefined
  compare: boolean | undefined
  explain: Detail
} & Page

export type Given = { environment: string; asked: Asked; answer: Answer }
export type Played = {
  /** By flag, then ordered by environment and context. */
  answers: Map<string, Given[]>
  /** The number of flags on all pages, if a page was asked for. */
  total?: number
  asOf?: PlaygroundMoment
  changes?: PlaygroundChange[]
}

export type World = { db: Reader; served: Served; basePath: string }

/**
 * Evaluates all flags, environments and contexts of a request; for a past moment also what differs now. With effects, as
 * if these had already happened.
 */
export async function play(
  world: World,
  caller: Caller,
  ask: Ask,
  future: Future = { effects: [], segments: [] },
): Promise<Played> {
  const { db, basePath } = world
  const { contexts } = ask
  const environments = [...new Set(ask.environments)]
  const most = ask.explain === 'tree' ? MOST_PLAYGROUND_TREES : MOST_PLAYGROUND_ANSWERS
  const requireRoom = (flags: number) => requireRoomFor(environments.length, flags, contexts.length, most)
  requireRoom(1)
  for (const environment of environments) {
    if (!(await isEnvironment(db, environment)))
      throw invalid(`The environment ${environment} does not exist.`, 'environment')
  }
  const moment = await readMoment(db, ask)
  const scope = scopeOf(caller, ask)
  // One random number for all evaluations, so that only configuration changes can make results differ.
  const chance = Math.random()
  const at = { now: moment.clock, random: () => chance }
  const turn = createTimeSlice()
  // Read everything before evaluating, which can take longer than the database timeout.
  const { pages, whole, total } = await readWorld(db, world.served, {
    environments,
    moment,
    scope,
    page: ask,
    requireRoom,
  })
  const snapshots = moment.past ? pages : await withFuture(db, pages, future)
  const answers = new Map<string, Given[]>()
  for (const snapshot of snapshots) {
    for (const flag of snapshot.flags.values()) {
      const given = answers.get(flag.name) ?? []
      answers.set(flag.name, given)
      for (const asked of contexts) {
        const question = { context: asked.context, at, detail: ask.explain, basePath }
        given.push({ environment: snapshot.environment, asked, answer: answer(snapshot, flag, question) })
        await turn()
      }
    }
  }
  const sorted = new Map([...answers].sort(([one], [other]) => (one < other ? -1 : 1)))
  const found = { answers: sorted, ...(ask.limit === undefined ? {} : { total }) }
  if (!moment.past) return found
  if (ask.compare === false) return { ...found, asOf: toWire(moment) }
  const changes = await changesBetween({ db, caller, moment, scope, chance, turn }, whole, contexts)
  return { ...found, asOf: toWire(moment), changes }
}

async function withFuture(db: Reader, snapshots: readonly Snapshot[], future: Future): Promise<Snapshot[]> {
  const after: Snapshot[] = []
  for (const snapshot of snapshots) after.push(withEffects(await withRulesOff(db, snapshot), future))
  return after
}

const toWire = ({ revision, clock, latest }: Moment): PlaygroundMoment => ({
  revision,
  at: new Date(clock).toISOString(),
  latestRevision: latest,
})

/** Limited to what the caller can see. Deleted projects need permission to read the whole event log. */
function scopeOf(caller: Caller, { projects = '*', features }: Ask): Scope {
  const visible = confinedTo(caller.viewer)
  const wanted = projects === '*' ? visible : projects.filter((project) => sees(caller.viewer, project))
  return {
    projects: wanted,
    visible,
    names: features ? [...new Set(features)] : null,
    gone: caller.may('READ_LOGS', {}),
  }
}
