import type { CodeItem, PlanCode } from '@flagstaff/contract/code'
import type { Reader } from '../../platform/database/database.ts'
import type { FlagOfFile } from './parts.ts'
import { type Claim, listLastSeen } from './queries.ts'

const USED_DAYS = 7
const DAY_MS = 86_400_000

type Removal = {
  /** Flags of the owner that have no file. */
  names: ReadonlySet<string>
  archived: { flag: string; path: string; lastSeenAt: Date | null; isUsed: boolean }[]
  released: { flag: string; path: string }[]
}

/** What happens to flags whose files are gone. */
export async function planRemoval(
  read: Reader,
  { owner, config }: PlanCode,
  project: string,
  claims: readonly Claim[],
  files: readonly FlagOfFile[],
): Promise<Removal> {
  const inFiles = new Set(files.map(({ wire }) => wire.name))
  const gone = claims.filter((claim) => claim.owner === owner && !inFiles.has(claim.flag))
  const paths = new Map(gone.map(({ flag, path }) => [flag, path]))
  const seen = await listLastSeen(read, project, [...paths.keys()])
  const present = [...paths].filter(([flag]) => seen.has(flag)).map(([flag, path]) => ({ flag, path }))
  const names = new Set(paths.keys())
  if (config[project]?.remove !== 'archive') return { names, archived: [], released: present }
  const archived = present.map(({ flag, path }) => {
    const lastSeenAt = seen.get(flag) ?? null
    const isUsed = lastSeenAt !== null && Date.now() - lastSeenAt.getTime() < USED_DAYS * DAY_MS
    return { flag, path, lastSeenAt, isUsed }
  })
  return { names, archived, released: [] }
}

/** People have archived a flag that still has a file: that is kept, too. */
export const archivedItems = (
  project: string,
  planned: readonly { path: string; name: string; isThere: boolean }[],
  claims: readonly Claim[],
): CodeItem[] =>
  planned
    .filter(({ name, isThere }) => !isThere && claims.some(({ flag }) => flag === name))
    .map(({ path, name }) => ({
      kind: 'flag',
      project,
      name,
      path,
      action: 'drift',
      fields: [{ path: 'archived', before: true, after: false, lastApplied: false }],
    }))

export const removalItems = (project: string, { archived, released }: Removal): CodeItem[] => [
  ...archived.map(({ flag, path, lastSeenAt }) => ({
    kind: 'flag' as const,
    project,
    name: flag,
    path,
    action: 'archive' as const,
    fields: [],
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  })),
  ...released.map(({ flag, path }) => ({
    kind: 'flag' as const,
    project,
    name: flag,
    path,
    action: 'release' as const,
    fields: [],
  })),
]
