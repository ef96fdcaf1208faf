import type { Context } from '../../context.ts'
import { searchFlags } from '../../flags.ts'

type Options = { project?: string; query?: string; archived?: boolean }

export async function list({ client, options, output }: Context<Options>) {
  const flags = await searchFlags(client(), {
    ...(options.project === undefined ? {} : { project: `IS:${options.project}` }),
    ...(options.query === undefined ? {} : { query: options.query }),
    ...(options.archived ? { archived: 'IS:true' } : {}),
  })
  output.table(
    flags,
    [
      { label: 'FLAG', of: ({ name }) => name },
      { label: 'PROJECT', of: ({ project }) => project },
      { label: 'TYPE', of: ({ type }) => type },
      {
        label: 'ON IN',
        of: ({ environments }) => environments.flatMap((one) => (one.enabled ? [one.name] : [])).join(', '),
      },
      { label: 'STALE', of: ({ stale }) => (stale ? 'stale' : '') },
    ],
    flags.map(({ name, project, type, description, stale, archivedAt, environments }) => ({
      name,
      project,
      type,
      description,
      stale,
      archivedAt,
      environments: environments.map(({ name, enabled }) => ({ name, enabled })),
    })),
  )
}
