import type { Comparison } from '@flagstaff/contract/compare'
import { sql } from 'kysely'
import { type FlagState, listStates } from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import { readRevision } from '../../platform/write/basis.ts'
import { compareFlag } from './rules.ts'

type Places = { project: string; from: string; to: string }

export async function readComparison(
  db: Reader,
  viewer: Viewer,
  { feature, ...places }: Places & { feature?: string | undefined },
): Promise<Comparison> {
  // Read the revision first, so that a change during the comparison counts as newer.
  const basis = await readRevision(db)
  const flags = await listBoth(db, viewer, places, feature === undefined ? undefined : [feature])
  if (feature !== undefined && flags.length === 0) throw notFound('flag', feature)
  const used = flags.flatMap(({ environments }) =>
    environments.flatMap(({ rules }) => rules.flatMap(({ segments }) => segments)),
  )
  const segments = await db
    .selectFrom('segments')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${[...new Set(used)]}::int[])`)
    .orderBy('name')
    .execute()
  const features = flags.map((flag) => compareFlag(flag, places.from, places.to))
  return { ...places, features, segments, basis }
}

/** Flags of a project that are not archived, as they are in two of its environments. */
export async function listBoth(
  db: Reader,
  viewer: Viewer,
  { project, from, to }: Places,
  names?: readonly string[],
): Promise<FlagState[]> {
  if (!sees(viewer, project)) throw notFound('project', project)
  if (from === to) throw invalid('Choose two different environments.', 'to')
  const known = await db
    .selectFrom('projects as p')
    .leftJoin('project_environments as e', 'e.project', 'p.id')
    .select('e.environment')
    .where('p.id', '=', project)
    .execute()
  if (known.length === 0) throw notFound('project', project)
  const missing = [from, to].find((name) => !known.some(({ environment }) => environment === name))
  if (missing !== undefined) throw notFound('environment', missing)
  const flags = await listStates(db, viewer, names ? { names } : { project }, [from, to])
  return flags.filter((flag) => flag.project === project)
}
