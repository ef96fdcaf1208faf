import Type from 'typebox'
import { EnvironmentName, given, Limit, Moment, ProjectName, tool } from '../tool.ts'

const DAY_MS = 86_400_000

export const recentChanges = tool({
  name: 'recent_changes',
  title: 'Recent changes',
  description:
    'Returns what changed in a period, by flag: who changed it, when, and the difference. The last 24 hours by default. Use it to find out what changed before an incident.',
  reads: true,
  input: Type.Object({
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    project: Type.Optional(ProjectName),
    environment: Type.Optional(EnvironmentName),
    limit: Type.Optional(Limit),
  }),
  async run(client, { from, to, project, environment, limit = 20 }) {
    const end = to === undefined ? Date.now() : Date.parse(to)
    const found = await client.get('GET /api/admin/changes', {
      query: {
        from: from ?? new Date(end - DAY_MS).toISOString(),
        ...given({ to, project, environment }),
        limit,
      },
    })
    return {
      from: found.from.at,
      to: found.to.at,
      total: found.total,
      changes: found.groups.map(({ kind, name, project: of, result, people, lastAt, places, events }) => ({
        kind,
        name,
        project: of,
        result,
        people,
        lastAt,
        places: places.map(({ environment: where, result: net, lines }) => ({
          environment: where,
          result: net,
          lines,
        })),
        events: events.map(({ id, createdAt, createdBy, environment: where, text }) => ({
          id,
          createdAt,
          createdBy,
          environment: where,
          text,
        })),
      })),
    }
  },
})
