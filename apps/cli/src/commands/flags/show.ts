import type { Context } from '../../context.ts'
import { projectOf } from '../../flags.ts'

export async function show({ client, options, output }: Context<{ project?: string }>, featureName: string) {
  const api = client()
  const projectId = await projectOf(api, featureName, options.project)
  const flag = await api.get('GET /api/admin/projects/:projectId/features/:featureName', {
    params: { projectId, featureName },
  })
  const facts = [flag.type, `project ${projectId}`, flag.stale ? 'stale' : '', flag.description ?? '']
  if (!output.isJson) output.note(`${featureName}  ${facts.filter(Boolean).join(' · ')}`)
  output.table(
    flag.environments ?? [],
    [
      { label: 'ENVIRONMENT', of: ({ name }) => name },
      { label: 'STATE', of: ({ enabled }) => (enabled ? 'on' : 'off') },
      { label: 'RULES', of: ({ strategies }) => strategies?.length ?? 0 },
      { label: 'VARIANTS', of: ({ variants }) => variants?.length ?? 0 },
    ],
    flag,
  )
}
