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
import { type Asked, requireRoom } from './contexts.ts'
import { type Moment, readMoment } from './moment.ts'
import { isEnvironment, type Scope } from './queries.ts'
import { type Future, readSnapshot, type Snapshot, withEffects, withRulesOff } from './snapshot.ts'
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
}

export type Given = { environment: string; asked: Asked; answer: Answer }
export type Played = {
  /** By flag, then ordered by environment and context. */
  answers: Map<string, Given[]>
  asOf?: PlaygroundMoment
  changes?: PlaygroundChange[]
}

/**
 * Evaluates all flags, environments and contexts of a request; for a past moment also what differs now. With effects, as
 * if these had already happened.
 */
export async function play(
  db: Reader,
  caller: Caller,
  { basePath }: { basePath: string },
  ask: Ask,
  future: Future = { effects: [], segments: [] },
): Promise<Played> {
  const { contexts } = ask
  const environments = [...new Set(ask.environments)]
  const most = ask.explain === 'tree' ? MOST_PLAYGROUND_TREES : MOST_PLAYGROUND_ANSWERS
  requireRoom(environments.length, 1, contexts.length, most)
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
  const snapshots: Snapshot[] = []
  for (const environment of environments) {
    const read = await readSnapshot(db, { environment, revision: moment.revision, scope })
    requireRoom(environments.length, read.flags.size, contexts.length, most)
    snapshots.push(moment.past ? read : withEffects(await withRulesOff(db, read), future))
  }
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
  if (!moment.past) return { answers: sorted }
  if (ask.compare === false) return { answers: sorted, asOf: toWire(moment) }
  const changes = await changesBetween({ db, caller, moment, scope, chance, turn }, snapshots, contexts)
  return { answers: sorted, asOf: toWire(moment), changes }
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
