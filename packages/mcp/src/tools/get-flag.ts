import type { FeatureStrategy } from '@flagstaff/contract/flags'
import Type from 'typebox'
import { FlagName, ProjectName, pageOf, projectOf, tool } from '../tool.ts'

export const getFlag = tool({
  name: 'get_flag',
  title: 'Get a flag',
  description:
    'Returns a flag with its rules and variants in every environment, its owner, and how often it was evaluated in the last hour. The IDs of rules are needed for propose_change.',
  reads: true,
  input: Type.Object({ flag: FlagName, project: Type.Optional(ProjectName) }),
  async run(client, { flag: featureName, project }) {
    const projectId = await projectOf(client, featureName, project)
    const [flag, usage] = await Promise.all([
      client.get('GET /api/admin/projects/:projectId/features/:featureName', {
        params: { projectId, featureName },
      }),
      client.get('GET /api/admin/client-metrics/features/:name', { params: { name: featureName } }),
    ])
    return {
      name: flag.name,
      project: projectId,
      type: flag.type,
      description: flag.description,
      stale: flag.stale,
      archived: flag.archived,
      createdAt: flag.createdAt,
      owner: flag.owner?.name,
      tags: flag.tags?.map(({ type, value }) => `${type}:${value}`),
      dependsOn: flag.dependencies?.map(({ feature }) => feature),
      environments: flag.environments?.map((one) => ({
        name: one.name,
        on: one.enabled,
        rules: one.strategies?.map(ruleOf),
        variants: one.variants?.map(({ name, weight }) => ({ name, weight: (weight ?? 0) / 10 })),
      })),
      lastHour: usage.lastHourUsage?.map(({ environment, yes, no }) => ({ environment, on: yes, off: no })),
      applications: usage.seenApplications,
      page: pageOf(client, projectId, featureName),
    }
  },
})

const ruleOf = (rule: FeatureStrategy) => ({
  id: rule.id,
  strategy: rule.name,
  title: rule.title ?? undefined,
  disabled: rule.disabled ? true : undefined,
  parameters: rule.parameters,
  constraints: rule.constraints,
  segments: rule.segments,
  variants: rule.variants?.map(({ name, weight, payload }) => ({ name, weight: weight / 10, payload })),
})
