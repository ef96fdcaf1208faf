import Type from 'typebox'
import { ProjectName, tool } from '../tool.ts'

export const conventions = tool({
  name: 'conventions',
  title: 'Conventions of a project',
  description:
    'Returns what flags of a project look like: the naming pattern, types with their expected lifetime, tag types, environments, and examples. Read it before create_flag.',
  reads: true,
  input: Type.Object({ project: ProjectName }),
  async run(client, { project: projectId }) {
    const [project, { types }, { tagTypes }, { features }] = await Promise.all([
      client.get('GET /api/admin/projects/:projectId/overview', { params: { projectId } }),
      client.get('GET /api/admin/feature-types', {}),
      client.get('GET /api/admin/tag-types', {}),
      client.get('GET /api/admin/search/features', {
        query: { project: `IS:${projectId}`, sortBy: 'createdAt', sortOrder: 'desc', limit: '10' },
      }),
    ])
    return {
      project: projectId,
      naming: project.featureNaming,
      flagLimit: project.featureLimit ?? undefined,
      environments: project.environments?.map(({ environment }) => environment),
      types: types.map(({ id, name, description, lifetimeDays }) => ({
        id,
        name,
        description,
        lifetimeDays,
      })),
      tagTypes: tagTypes.map(({ name, description }) => ({ name, description })),
      examples: features.map(({ name, type, description, tags }) => ({
        name,
        type,
        description,
        tags: tags?.map((tag) => `${tag.type}:${tag.value}`),
      })),
    }
  },
})
