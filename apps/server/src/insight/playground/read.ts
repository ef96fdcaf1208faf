import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Moment } from './moment.ts'
import { isServed, namesServed, readServed, type Served } from './present.ts'
import { countNames, type Scope } from './queries.ts'
import { readSnapshot, type Snapshot } from './snapshot.ts'

/** The history of more flags than this takes longer to read than a request can wait. */
const MOST_PAST_FLAGS = 5_000

/** The page of flags, by name; all of them without a limit. */
export type Page = { limit: number | undefined; offset: number | undefined }

type Wanted = {
  environments: readonly string[]
  moment: Moment
  scope: Scope
  page: Page
  /** Throws if this many flags are too many. */
  requireRoom(flags: number): void
}

export type Read = {
  /** By environment, with the flags of the page. */
  pages: Snapshot[]
  /** The same with the flags of all pages; only for the past. */
  whole: Snapshot[]
  /** The number of flags on all pages. */
  total: number
}

/** The present comes from memory; the past, and a present that this process does not have yet, from the database. */
export async function readWorld(db: Reader, served: Served, wanted: Wanted): Promise<Read> {
  const { moment } = wanted
  return !moment.past && (await isServed(served, moment.revision))
    ? readPresent(db, served, wanted)
    : readPast(db, wanted)
}

async function readPresent(db: Reader, served: Served, wanted: Wanted): Promise<Read> {
  const { environments, scope, page, requireRoom } = wanted
  const all = namesServed(served, environments[0] ?? '', scope)
  const names = sliceOf(all, page)
  requireRoom(names.length)
  const pages: Snapshot[] = []
  for (const environment of environments) pages.push(await readServed(db, served, { environment, names }))
  return { pages, whole: [], total: all.length }
}

async function readPast(db: Reader, wanted: Wanted): Promise<Read> {
  const { environments, moment, scope, page, requireRoom } = wanted
  if (scope.names === null && (await countNames(db, scope.projects, MOST_PAST_FLAGS + 1)) > MOST_PAST_FLAGS)
    throw invalid(
      `The history of more than ${MOST_PAST_FLAGS} flags cannot be evaluated at once. Choose projects or flags.`,
      'projects',
    )
  const whole: Snapshot[] = []
  for (const environment of environments) {
    const read = await readSnapshot(db, { environment, revision: moment.revision, scope })
    requireRoom(page.limit === undefined ? read.flags.size : Math.min(page.limit, read.flags.size))
    whole.push(read)
  }
  return { pages: whole.map((read) => onPage(read, page)), whole, total: whole[0]?.flags.size ?? 0 }
}

function onPage(snapshot: Snapshot, page: Page): Snapshot {
  const names = new Set(sliceOf([...snapshot.flags.keys()].sort(), page))
  return { ...snapshot, flags: new Map([...snapshot.flags].filter(([name]) => names.has(name))) }
}

const sliceOf = (names: readonly string[], { limit, offset = 0 }: Page) =>
  names.slice(offset, limit === undefined ? undefined : offset + limit)
