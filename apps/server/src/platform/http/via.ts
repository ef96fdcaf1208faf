import type { FastifyRequest } from 'fastify'
import type { Via } from '../write/actor.ts'

const LONGEST = 100
const HEADER = /^mcp(?:; ?client=([\w.!~*'()%-]{1,400}))?$/

/**
 * What a change came through: the header `X-Flagstaff-Via`, such as `mcp; client=Some%20Editor%201.2`. Events show it.
 * It decides nothing, so an unreadable one is ignored.
 */
export function viaOf({ headers }: Pick<FastifyRequest, 'headers'>): Via | undefined {
  const found = HEADER.exec(String(headers['x-flagstaff-via'] ?? ''))
  return found ? { by: 'mcp', client: clientOf(found[1]) } : undefined
}

function clientOf(encoded: string | undefined): string | null {
  if (encoded === undefined) return null
  try {
    // No control characters: the name is shown in logs and messages.
    const name = decodeURIComponent(encoded).replace(/\p{C}/gu, '').trim()
    return name === '' ? null : name.slice(0, LONGEST)
  } catch {
    return null
  }
}
