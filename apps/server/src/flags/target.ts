import type { Reader } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { sees, type Viewer } from '../platform/write/actor.ts'
import type { Tx } from '../platform/write/write.ts'
import { type Flag, lockFlags, whereIs } from './queries.ts'

export type FlagTarget = { project: string; flag: string }

export async function lockActiveFlag(tx: Tx, { project, flag }: FlagTarget): Promise<Flag> {
  const [found] = await lockActiveFlags(tx, project, [flag])
  if (!found) throw notFound('flag', flag)
  return found
}

/** Locks all of the flags, or throws an error that names a missing or archived one. */
export async function lockActiveFlags(tx: Tx, project: string, names: readonly string[]): Promise<Flag[]> {
  const flags = await lockAllFlags(tx, project, names)
  const archived = flags.find((flag) => flag.archived)
  if (archived) throw new AppError('archivedFlag', { name: archived.name })
  return flags
}

export async function lockAllFlags(tx: Tx, project: string, names: readonly string[]): Promise<Flag[]> {
  const flags = await lockFlags(tx, project, names)
  const found = new Set(flags.map((flag) => flag.name))
  const missing = names.find((name) => !found.has(name))
  if (missing !== undefined) throw await missingFlag(tx.read, tx.caller.viewer, missing)
  return flags
}

/** The flag whose version is compared with `If-Match`: there is no common version for several flags. */
export const versioned = (flags: readonly Flag[]): Partial<Flag> =>
  flags.length === 1 ? (flags[0] ?? {}) : {}

/** For paths without a project; commands check again that the flag exists. */
export async function projectOf(db: Reader, viewer: Viewer, flag: string): Promise<string> {
  const place = await whereIs(db, flag)
  if (!place || !sees(viewer, place.project)) throw notFound('flag', flag)
  return place.project
}

/** The error names the project of the flag if the viewer can see it. */
export async function missingFlag(db: Reader, viewer: Viewer, name: string): Promise<AppError> {
  const place = await whereIs(db, name)
  return place && !place.archived_at && sees(viewer, place.project)
    ? new AppError('flagElsewhere', { name, project: place.project })
    : notFound('flag', name)
}
