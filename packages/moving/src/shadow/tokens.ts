import { ApiError, type Client } from '@flagstaff/client/connect'
import type { Token } from '../source/schemas.ts'
import { describeToken, projectsOf } from '../tokens.ts'

type Wanted = { environment: string; type: 'backend' | 'frontend'; projects: readonly string[] }

/** Secrets of the source's tokens that together see the projects; undefined if they do not see all of them. */
export function chooseTokens(
  tokens: readonly Token[],
  { environment, type, projects }: Wanted,
): string[] | undefined {
  const usable = tokens.filter((token) => {
    const about = describeToken(token)
    return about.kind === 'adopt' && about.type === type && about.environment === environment
  })
  const whole = usable.find((token) => projectsOf(token).includes('*'))
  if (whole?.secret) return [whole.secret]
  const open = new Set(projects)
  const chosen: string[] = []
  for (const token of usable) {
    const own = projectsOf(token).filter((project) => open.has(project))
    if (own.length === 0 || !token.secret) continue
    for (const project of own) open.delete(project)
    chosen.push(token.secret)
  }
  return open.size === 0 ? chosen : undefined
}

const DAYS = 7
const TRIES = 40
const WAIT_MS = 250

/** A token of our server for the time of a comparison. */
export async function createToken(
  client: Client,
  { environment, type, projects }: Wanted,
): Promise<OwnToken> {
  const expiresAt = new Date(Date.now() + DAYS * 86_400_000).toISOString()
  const { secret, id } = await client.get('POST /api/admin/api-tokens', {
    body: { tokenName: 'comparison-with-unleash', type, environment, projects: [...projects], expiresAt },
  })
  if (!secret) throw new Error('The server returned no secret for a new token.')
  return { secret, id: id ?? secret }
}
export type OwnToken = { secret: string; id: string }

export const deleteToken = (client: Client, { id }: OwnToken) =>
  client.call('DELETE /api/admin/api-tokens/:token', { params: { token: id } })

/** A new token takes a moment to reach every process. */
export async function onceKnown<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401) || tries >= TRIES) throw error
      await new Promise((done) => setTimeout(done, WAIT_MS))
    }
  }
}
