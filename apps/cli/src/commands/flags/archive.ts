import { finish, type Reviewed } from '../../change.ts'
import type { Context } from '../../context.ts'
import { projectOf } from '../../flags.ts'

export async function archive(context: Context<Reviewed & { project?: string }>, featureName: string) {
  const { project, propose, reason } = context.options
  const client = context.client()
  const projectId = await projectOf(client, featureName, project)
  const input = { params: { projectId, featureName } }
  const key = 'DELETE /api/admin/projects/:projectId/features/:featureName'
  return finish(context, await client.call(key, input, { propose, reason }), `Archived ${featureName}`)
}
