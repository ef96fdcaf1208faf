import type { CodeDriftItem } from '@flagstaff/contract/code'
import type { Context } from '../../context.ts'
import { exits } from '../../exit.ts'
import type { Column } from '../../output.ts'
import { requireRepository } from './files.ts'

export async function drift({ client, options, output }: Context<{ owner?: string }>) {
  const owner = options.owner ?? requireRepository().config.owner
  const drifted = await client().get('GET /api/admin/code/drift', { query: { owner } })
  if (drifted.items.length === 0 && !output.isJson)
    output.result(`No drift in ${drifted.claims} managed fields.`, drifted)
  else output.table(drifted.items, columns, drifted)
  return drifted.items.length > 0 ? exits.differs : exits.done
}

const columns: readonly Column<CodeDriftItem>[] = [
  { label: 'Flag', of: ({ flag }) => flag },
  { label: 'Environment', of: ({ environment }) => environment ?? '' },
  { label: 'Field', of: ({ field }) => field },
  { label: 'Present', of: ({ present }) => JSON.stringify(present)?.slice(0, 60) },
  { label: 'File', of: ({ lastApplied }) => JSON.stringify(lastApplied)?.slice(0, 60) },
  { label: 'Changed by', of: ({ changed }) => changed?.by },
  { label: 'Event', of: ({ changed }) => changed?.event },
]
