import type { CreateApiToken } from '@flagstaff/contract/tokens'
import { invalid } from '../../platform/errors.ts'

/** Which API a token authenticates to: client, frontend or admin. */
export type TokenType = 'backend' | 'frontend' | 'admin'

/** The projects a token has access to. "All" is an explicit flag, so that an empty list gives no access. */
export type Reach = { allProjects: boolean; projects: string[] }

export const typeOf = (text: string): 'backend' | 'frontend' =>
  text.toLowerCase() === 'frontend' ? 'frontend' : 'backend'

export function reachOf({ project, projects }: Pick<CreateApiToken, 'project' | 'projects'>): Reach {
  const named = projects ?? (project === undefined ? ['*'] : [project])
  if (named.includes('*')) return { allProjects: true, projects: [] }
  if (named.length === 0) throw invalid('Choose at least one project, or * for all.', 'projects')
  return { allProjects: false, projects: [...new Set(named)].sort() }
}

/** The project part of a token: one project, `*` for all, `[]` for a list. */
export const markerOf = ({ allProjects, projects }: Reach): string =>
  allProjects ? '*' : projects.length === 1 ? (projects[0] ?? '[]') : '[]'

/** Parses `<project>:<environment>.<secret>`, the format of tokens in the settings. */
export function readScope(text: string): { project: string; environment: string } | undefined {
  const [, project, environment] = /^([^:]+):([^.]+)\../.exec(text) ?? []
  return project && environment ? { project, environment } : undefined
}

const DAY = 86_400_000

/** Warns in the last days, but never before half of the lifetime is over. */
export function expiryWarning(
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
  days: number,
  now: Date,
): 'expires-soon' | 'expired' | undefined {
  const left = expiresAt.getTime() - now.getTime()
  if (left <= 0) return 'expired'
  const halfway = now.getTime() - createdAt.getTime() >= left
  return left <= days * DAY && halfway ? 'expires-soon' : undefined
}
