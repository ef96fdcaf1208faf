import { type Projects, parseMark } from '@flagstaff/delivery'
import type { Saved } from './snapshot.ts'
import { digestOf, type ValidToken } from './tokens.ts'
import type { Scope } from './upstream/source.ts'

export type TokenScope = Scope & { secret: string }

const toProjects = (projects: readonly string[]): Projects => (projects.includes('*') ? '*' : projects)

/** The scopes of the valid tokens, without those that another one covers. */
export function scopesOf(valid: readonly ValidToken[]): TokenScope[] {
  const scopes = valid
    .filter(({ type }) => type === 'client' || type === 'backend')
    .map(({ token, environment, projects }) => ({
      secret: token,
      environment,
      projects: toProjects(projects),
    }))
  return scopes.filter(
    (scope, at) =>
      !scopes.some(
        (other, place) => place !== at && covers(other, scope) && (!covers(scope, other) || place < at),
      ),
  )
}

/** The scopes in a backup that belong to the configured tokens. */
export const savedScopes = (saved: Saved, tokens: readonly string[]) =>
  tokens.flatMap((secret) => {
    const found = saved.scopes.find(({ token }) => token === digestOf(secret))
    if (!found) return []
    const { environment, projects, events, heardAt = saved.savedAt } = found
    const mark = parseMark(found.mark)
    return mark
      ? [{ scope: { secret, environment, projects: toProjects(projects) }, events, mark, heardAt }]
      : []
  })

/** Whether `whole` includes everything in `part`. */
export const covers = (whole: Scope, part: Scope): boolean =>
  whole.environment === part.environment &&
  (whole.projects === '*' ||
    (part.projects !== '*' && part.projects.every((project) => whole.projects.includes(project))))
