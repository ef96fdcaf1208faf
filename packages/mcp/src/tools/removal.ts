import Type from 'typebox'
import { FlagName, Limit, ProjectName, pageOf, projectOf, tool } from '../tool.ts'
import { summaryOf } from './summary.ts'

export const removalCandidates = tool({
  name: 'removal_candidates',
  title: 'Flags to remove',
  description:
    'Returns flags that can probably be removed from the code: stale, older than the lifetime of their type, or completed.',
  reads: true,
  input: Type.Object({ project: Type.Optional(ProjectName), limit: Type.Optional(Limit) }),
  async run(client, { project, limit = 20 }) {
    const within = { ...(project === undefined ? {} : { project: `IS:${project}` }), limit: String(limit) }
    const [old, completed] = await Promise.all([
      client.get('GET /api/admin/search/features', {
        query: { ...within, state: 'IS_ANY_OF:stale,potentially-stale', sortBy: 'createdAt' },
      }),
      client.get('GET /api/admin/search/features', { query: { ...within, lifecycle: 'IS:completed' } }),
    ])
    const flags = new Map([...completed.features, ...old.features].map((flag) => [flag.name, flag]))
    return { flags: [...flags.values()].slice(0, limit).map(summaryOf) }
  },
})

export const removalSteps = tool({
  name: 'removal_steps',
  title: 'Steps to remove a flag',
  description:
    'Returns how to remove a flag from the code: whether it has the same value for everyone, which value to keep, who still evaluates it, and what to do in which order.',
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
    const environments = (flag.environments ?? []).map(({ name, type, enabled, strategies = [] }) => ({
      name,
      type,
      value: constantOf(enabled, strategies),
    }))
    const values = new Set(environments.filter(({ type }) => type === 'production').map(({ value }) => value))
    const [value] = values
    const isConstant = values.size === 1 && value !== 'varies'
    return {
      flag: featureName,
      project: projectId,
      environments,
      keep: isConstant ? value : 'not decided: the value differs between users or environments',
      applications: usage.seenApplications,
      steps: [
        isConstant
          ? `Replace every evaluation of the flag in the code with "${value}".`
          : 'Ask a person which value to keep, and replace every evaluation of the flag in the code with it.',
        'Delete the branches, imports and tests that can no longer be reached. Run the type check and the tests.',
        'Release the change to every application in the list, and wait until none of them evaluates the flag.',
        'Call propose_change with the change "archive", so that a person can approve it.',
      ],
      page: pageOf(client, projectId, featureName),
    }
  },
})

type Rule = {
  name: string
  disabled?: boolean | null
  constraints?: readonly unknown[]
  segments?: readonly unknown[]
  parameters?: Record<string, unknown>
  variants?: readonly unknown[]
}

/** What everyone gets, as far as one rule tells. */
function constantOf(enabled: boolean, rules: readonly Rule[]): 'on' | 'off' | 'varies' {
  const active = rules.filter(({ disabled }) => !disabled)
  if (!enabled || active.length === 0) return 'off'
  return active.some(isForEveryone) ? 'on' : 'varies'
}

const isForEveryone = ({
  name,
  constraints = [],
  segments = [],
  parameters = {},
  variants = [],
}: Rule): boolean =>
  constraints.length === 0 &&
  segments.length === 0 &&
  variants.length === 0 &&
  (name === 'default' || (name === 'flexibleRollout' && String(parameters.rollout) === '100'))
