import type { Client } from '@flagstaff/client/connect'
import type { ImportItem, ImportKind } from '@flagstaff/contract/transfer'

/** Imports of a move group their events under ids that begin with this. */
export const MOVE_PREFIX = 'unleash-'

const AT_ONCE = 4
/** Events that say something about a flag without changing what it does. */
const asides = /favorited|watched|comment|potentially-stale|completed|owner|exported|archived|revived/

type Event = { type: string; groupId?: string | undefined }
const isMove = ({ groupId }: Event): boolean => groupId?.startsWith(MOVE_PREFIX) ?? false

/**
 * Which of these flags were last changed by a move, and not by people. The event log says it, so that an import can be
 * interrupted and repeated, by another process or from another computer.
 */
export async function flagsLastMoved(client: Client, flags: readonly string[]): Promise<Set<string>> {
  const moved = new Set<string>()
  const open = [...flags]
  const work = async () => {
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const { events } = await client.get('GET /api/admin/events/:featureName', {
        params: { featureName: name },
      })
      const newest = events.find(({ type }) => !asides.test(type))
      if (newest && isMove(newest)) moved.add(name)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return moved
}

const sharedTypes = {
  segment: ['segment-created', 'segment-updated'],
  'context-field': ['context-field-created', 'context-field-updated'],
  'tag-type': ['tag-type-created', 'tag-type-updated'],
} as const
const PAGE = 1_000
const MOST_PAGES = 10

export const sharedKey = ({ kind, name }: Pick<ImportItem, 'kind' | 'name'>): string => `${kind}:${name}`

/** Which segments, context fields and tag types were last changed by a move. */
export async function sharedLastMoved(client: Client): Promise<Set<string>> {
  const newest = new Map<string, boolean>()
  const types = Object.values(sharedTypes).flat()
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = {
      type: `IS_ANY_OF:${types.join(',')}`,
      limit: String(PAGE),
      offset: String(page * PAGE),
    }
    const { events } = await client.get('GET /api/admin/search/events', { query })
    for (const event of events) {
      const kind = kindOf(event.type)
      const name = event.data?.name ?? event.preData?.name
      if (!kind || typeof name !== 'string') continue
      const key = sharedKey({ kind, name })
      if (!newest.has(key)) newest.set(key, isMove(event))
    }
    if (events.length < PAGE) break
  }
  return new Set([...newest].flatMap(([key, moved]) => (moved ? [key] : [])))
}

const kindOf = (type: string): ImportKind | undefined =>
  type.startsWith('segment-')
    ? 'segment'
    : type.startsWith('context-field-')
      ? 'context-field'
      : type.startsWith('tag-type-')
        ? 'tag-type'
        : undefined
