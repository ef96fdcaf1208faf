import type { Flag, Segment } from '@flagstaff/engine'
import { findCounter, readSnapshot } from '../../insight/playground/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import type { Effect } from '../../platform/write/effects.ts'
import { listDependents, listSegments } from './queries.ts'

/** The flags and segments of an environment, as far as an evaluation needs them. */
export type Side = { flags: Map<string, Flag>; segments: Map<number, Segment> }

export type Sides = {
  before: Side
  after: Side
  /** The flags whose results can differ, in projects that the viewer can see. */
  names: string[]
}

/** More flags than this are not evaluated: a change of a segment can reach thousands. */
const MOST_FLAGS = 200

/** The current state of everything that these effects can reach in an environment, and the state after them. */
export async function readSides(
  db: Reader,
  viewer: Viewer,
  { environment, effects }: { environment: string; effects: readonly Effect[] },
): Promise<Sides> {
  const here = effects.filter((effect) => effect.environment === environment)
  const flags = here.filter((effect) => effect.kind === 'flag')
  const segments = here.filter((effect) => effect.kind === 'segment')
  const changed = flags.map(({ name }) => name)
  const reached = await listDependents(db, viewer, {
    environment,
    flags: changed,
    segments: segments.map(({ name }) => Number(name)),
  })
  const shown = flags.filter(({ project }) => sees(viewer, project)).map(({ name }) => name)
  const names = [...new Set([...shown, ...reached])].sort().slice(0, MOST_FLAGS)
  const parents = flags.flatMap(({ after }) => (after?.dependencies ?? []).map(({ feature }) => feature))
  const before = await readSide(db, environment, [...new Set([...changed, ...names, ...parents])])
  const after: Side = { flags: new Map(before.flags), segments: new Map(before.segments) }
  for (const effect of flags) {
    const { name, after: behaviour } = effect
    if (behaviour) after.flags.set(name, { ...(before.flags.get(name) ?? { name }), ...behaviour })
    else after.flags.delete(name)
  }
  for (const { name, after: constraints } of segments) {
    const id = Number(name)
    after.segments.set(id, { ...(before.segments.get(id) ?? { id }), constraints })
  }
  const used = [...after.flags.values()].flatMap(({ strategies }) =>
    (strategies ?? []).flatMap((rule) => rule.segments ?? []),
  )
  const missing = [...new Set(used)].filter((id) => !after.segments.has(id))
  for (const segment of await listSegments(db, missing)) after.segments.set(segment.id, segment)
  return { before, after, names }
}

async function readSide(db: Reader, environment: string, names: readonly string[]): Promise<Side> {
  const { revision } = await findCounter(db)
  // Parents are evaluated even if the viewer cannot see them.
  const scope = { projects: null, visible: null, names, gone: true }
  const { ruleset } = await readSnapshot(db, { environment, revision, scope })
  return {
    flags: new Map([...ruleset.flags].map(([name, { source }]) => [name, source])),
    segments: new Map([...ruleset.segments].map(([id, { source }]) => [id, source])),
  }
}
