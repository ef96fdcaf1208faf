import Type from 'typebox'
import { EnvironmentName, FlagName, given, ProjectName, tool } from '../tool.ts'

export const compareEnvironments = tool({
  name: 'compare_environments',
  title: 'Compare environments',
  description: 'Returns the flags of a project that differ between two environments, and how.',
  reads: true,
  input: Type.Object({
    project: ProjectName,
    from: EnvironmentName,
    to: EnvironmentName,
    flag: Type.Optional(FlagName),
  }),
  async run(client, { project: projectId, from, to, flag }) {
    const { features, segments } = await client.get('GET /api/admin/projects/:projectId/compare', {
      params: { projectId },
      query: { from, to, ...given({ feature: flag }) },
    })
    const different = features.filter(({ same }) => !same)
    return {
      same: features.length - different.length,
      different: different.map(({ name, enabled, variants, rules, order }) => ({
        name,
        on: enabled.same ? undefined : { [from]: enabled.from, [to]: enabled.to },
        rules: rules.filter(({ same }) => !same).map((rule) => ({ [from]: rule.from, [to]: rule.to })),
        variants: variants.same ? undefined : { [from]: variants.from, [to]: variants.to },
        orderDiffers: order.same ? undefined : true,
      })),
      segments: different.length > 0 ? segments : undefined,
    }
  },
})
