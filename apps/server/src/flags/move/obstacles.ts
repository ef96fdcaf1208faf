import type { Reader } from '../../platform/database/database.ts'
import { AppError, invalid, notAllowed } from '../../platform/errors.ts'
import { checkPattern, type Naming } from '../naming.ts'
import {
  compareEnvironments,
  type Differences,
  listForeignFields,
  listForeignSegments,
  listTied,
  type Move,
} from './queries.ts'

/** The reason why flags cannot be moved, and which flags it applies to. */
export type Obstacle = { error: AppError; flags: readonly string[] }

export async function findObstacles(db: Reader, move: Move, naming: Naming): Promise<Obstacle[]> {
  const differences = await compareEnvironments(db, move)
  const tied = await listTied(db, move)
  const segments = await listForeignSegments(db, move)
  const fields = await listForeignFields(db, move)
  return [
    ...(differs(differences) ? [{ error: incompatible(move.target, differences), flags: move.flags }] : []),
    ...(tied.length > 0 ? [{ error: dependent(tied), flags: tied }] : []),
    ...segments.map(({ name, flags }) => ({ error: foreign('segment', name, flags), flags })),
    ...fields.map(({ name, flags }) => ({ error: foreign('context field', name, flags), flags })),
    ...move.flags.flatMap((name) => misnamed(name, naming)),
  ]
}

export const sameProject = (name: string) =>
  invalid(`The project is already ${name}. Choose another one.`, 'newProjectId')

/** The same check as `guardProject`, for a dry run. */
export const refuseArchived = ({ target, flags }: Move, { archived }: { archived: boolean }): Obstacle[] =>
  archived ? [{ error: new AppError('archivedProject', { name: target }), flags }] : []

/** The same check as `checkProjectLimit`, for a dry run. */
export const refuseFull = (
  { target, flags }: Move,
  { featureLimit }: { featureLimit: number | null },
  present: number,
): Obstacle[] =>
  featureLimit !== null && present + flags.length > featureLimit
    ? [{ error: new AppError('projectFull', { name: target, limit: featureLimit }), flags }]
    : []

const differs = ({ missing, extra }: Differences) => missing.length + extra.length > 0

function incompatible(name: string, { missing, extra }: Differences) {
  const difference = [
    missing.length > 0 && `It is missing ${missing.join(', ')}.`,
    extra.length > 0 && `It also has ${extra.join(', ')}.`,
  ]
  return new AppError('incompatibleProject', { name, difference: difference.filter(Boolean).join(' ') })
}

const dependent = (flags: readonly string[]) =>
  notAllowed(
    `A dependency connects ${flags.join(', ')} to flags that are not moved. Remove it, or move them together.`,
  )

const foreign = (what: string, name: string, flags: readonly string[]) =>
  invalid(
    `The ${what} ${name} belongs to another project and is used by ${flags.join(', ')}. Remove it from the rules first.`,
    'features',
  )

function misnamed(name: string, naming: Naming): Obstacle[] {
  try {
    checkPattern(name, naming)
    return []
  } catch (error) {
    if (error instanceof AppError) return [{ error, flags: [name] }]
    throw error
  }
}
