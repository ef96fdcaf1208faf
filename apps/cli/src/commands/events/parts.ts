import type { EventPart } from '@flagstaff/contract/event-parts'
import type { Context } from '../../context.ts'
import { exits } from '../../exit.ts'

export async function parts({ client, output }: Context) {
  const found = await client().get('GET /api/admin/event-parts', {})
  output.table<EventPart>(
    found.parts,
    [
      { label: 'first', of: ({ first }) => first },
      { label: 'last', of: ({ last }) => last },
      { label: 'events', of: ({ events }) => events },
      { label: 'MB', of: ({ bytes }) => Math.max(1, Math.round(bytes / 1e6)) },
      { label: 'from', of: ({ from }) => from?.slice(0, 10) },
      { label: 'to', of: ({ to }) => to?.slice(0, 10) },
      { label: 'state', of: ({ state }) => state },
      { label: 'note', of: ({ failure, blocker }) => failure ?? blocker ?? 'You can remove it.' },
    ],
    found,
  )
  return exits.done
}
