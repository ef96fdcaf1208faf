import { sees, type Viewer } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { Tx } from '../platform/write.ts'
import { type Flag, lockFlags, whereIs } from './queries.ts'

export type FlagTarget = { project: string; flag: string }

export async function lockActiveFlag(tx: Tx, { project, flag }: FlagTarget): Promise<Flag> {
  const [found] = await lockActiveFlags(tx, project, [flag])
  if (!found) throw notFound('flag', flag)
  return found
}

/** All of them, or an error that names the one that is missing or archived. */
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

/** For addresses that name a flag only; a command checks that it is still there. */
export async function projectOf(db: Reader, viewer: Viewer, flag: string): Promise<string> {
  const place = await whereIs(db, flag)
  if (!place || !sees(viewer, place.project)) throw notFound('flag', flag)
  return place.project
}

/** Says where the flag is, to those who may know. */
export async function missingFlag(db: Reader, viewer: Viewer, name: string): Promise<AppError> {
  const place = await whereIs(db, name)
  return place && !place.archived_at && sees(viewer, place.project)
    ? new AppError('flagElsewhere', { name, project: place.project })
    : notFound('flag', name)
}
