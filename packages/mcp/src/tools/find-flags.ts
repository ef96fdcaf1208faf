import Type from 'typebox'
import { given, Limit, ProjectName, tool } from '../tool.ts'
import { summaryOf } from './summary.ts'

export const findFlags = tool({
  name: 'find_flags',
  title: 'Find flags',
  description:
    'Finds flags by words in their name, description or tags. Returns their type, state and environments.',
  reads: true,
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 200, description: 'Words to look for.' })),
    project: Type.Optional(ProjectName),
    state: Type.Optional(Type.Enum(['active', 'stale', 'potentially-stale'])),
    archived: Type.Optional(Type.Boolean({ description: 'Archived flags instead.' })),
    limit: Type.Optional(Limit),
  }),
  async run(client, { query, project, state, archived = false, limit = 20 }) {
    const { features, total } = await client.get('GET /api/admin/search/features', {
      query: {
        ...given({
          query,
          project: project && `IS:${project}`,
          state: state && `IS:${state}`,
          archived: archived ? 'IS:true' : undefined,
        }),
        limit: String(limit),
      },
    })
    return { total, flags: features.map(summaryOf) }
  },
})
