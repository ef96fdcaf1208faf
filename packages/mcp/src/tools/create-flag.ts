import type { Client } from '@flagstaff/client/connect'
import Type from 'typebox'
import { FlagName, ProjectName, pageOf, tool } from '../tool.ts'
import { summaryOf } from './summary.ts'

export const createFlag = tool({
  name: 'create_flag',
  title: 'Create a flag',
  description:
    'Creates a flag that is off in every environment. It first checks the naming pattern and looks for flags with similar names; if there are any, it returns them instead, and creates the flag only with evenIfSimilar.',
  reads: false,
  input: Type.Object({
    project: ProjectName,
    name: FlagName,
    type: Type.Optional(
      Type.Enum(['release', 'experiment', 'operational', 'kill-switch', 'permission'], {
        description: 'The type of the flag; release by default.',
      }),
    ),
    description: Type.String({ minLength: 1, maxLength: 500, description: 'What the flag turns on.' }),
    evenIfSimilar: Type.Optional(Type.Boolean({ description: 'Create it although similar flags exist.' })),
  }),
  async run(client, { project: projectId, name, type = 'release', description, evenIfSimilar = false }) {
    await client.call('POST /api/admin/features/validate', { body: { name, projectId } })
    const similar = evenIfSimilar ? [] : await similarTo(client, name)
    if (similar.length > 0)
      return {
        created: false,
        reason: 'Flags with similar names exist. Use one of them, or call again with evenIfSimilar.',
        similar,
      }
    await client.call('POST /api/admin/projects/:projectId/features', {
      params: { projectId },
      body: { name, type, description },
    })
    return {
      created: true,
      name,
      project: projectId,
      state: 'off in every environment',
      page: pageOf(client, projectId, name),
    }
  },
})

/** Flags with one of the two longest words of the name. */
async function similarTo(client: Client, name: string) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3)
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, 2)
  const found = await Promise.all(
    longest.map((query) => client.get('GET /api/admin/search/features', { query: { query, limit: '5' } })),
  )
  const flags = new Map(found.flatMap(({ features }) => features.map((flag) => [flag.name, flag])))
  return [...flags.values()].map(summaryOf)
}
