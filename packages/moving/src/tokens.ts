import type { AdoptApiToken } from '@flagstaff/contract/tokens'
import type { Token } from './source/schemas.ts'

export type TokenKind = 'adopt' | 'admin' | 'unreadable' | 'expired'

/** A token of the source without its secret. */
export type SourceToken = {
  name: string
  type: 'backend' | 'frontend' | 'admin'
  environment: string
  projects: string[]
  expiresAt: string | null
  kind: TokenKind
}

export const projectsOf = ({ projects, project }: Token): string[] =>
  projects ?? (project ? [project] : ['*'])

export function describeToken(token: Token, now = Date.now()): SourceToken {
  const type = typeOf(token.type)
  return {
    name: token.tokenName ?? token.username ?? '',
    type,
    environment: token.environment ?? '*',
    projects: projectsOf(token),
    expiresAt: token.expiresAt ?? null,
    kind: kindOf(token, type, now),
  }
}

function kindOf(token: Token, type: SourceToken['type'], now: number): TokenKind {
  if (type === 'admin') return 'admin'
  if (token.expiresAt && Date.parse(token.expiresAt) <= now) return 'expired'
  return isReadable(token) ? 'adopt' : 'unreadable'
}

/** Servers that store tokens as hashes show a masked text or nothing. */
export function isReadable({ secret }: Token): boolean {
  const text = secret ?? ''
  const random = text.slice(text.indexOf('.') + 1)
  return random !== '' && !/[…*\s]|\.\.\./.test(random)
}

const typeOf = (text: string): SourceToken['type'] =>
  text === 'admin' ? 'admin' : text === 'frontend' ? 'frontend' : 'backend'

/** The token as it is adopted: its digest instead of its secret. */
export async function adoptionOf(token: Token): Promise<AdoptApiToken> {
  const { name, type, environment, projects, expiresAt } = describeToken(token)
  return {
    name,
    type,
    environment,
    projects,
    digest: await digestOf(token.secret ?? ''),
    ...(expiresAt ? { expiresAt } : {}),
  }
}

async function digestOf(secret: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
