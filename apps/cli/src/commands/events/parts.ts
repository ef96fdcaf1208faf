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
      { label: 'MiB', of: ({ bytes }) => Math.ceil(bytes / 2 ** 20) },
      { label: 'from', of: ({ from }) => from?.slice(0, 10) },
      { label: 'to', of: ({ to }) => to?.slice(0, 10) },
      { label: 'state', of: ({ state }) => state },
      { label: 'note', of: ({ failure, blocker }) => failure ?? blocker ?? 'It can be removed.' },
    ],
    found,
  )
  return exits.done
}
