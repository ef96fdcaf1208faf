import { finish, type Reviewed } from '../../change.ts'
import type { Context } from '../../context.ts'
import { projectOf } from '../../flags.ts'

type Options = Reviewed & { env: string; project?: string }

const path = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'

const turn = (state: 'on' | 'off') => async (context: Context<Options>, featureName: string) => {
  const { env: environment, project, propose, reason } = context.options
  const client = context.client()
  const projectId = await projectOf(client, featureName, project)
  const input = { params: { projectId, featureName, environment } }
  const answer = await client.call(`POST ${path}/${state}`, input, { propose, reason })
  return finish(context, answer, `Turned ${state} ${featureName} in ${environment}`)
}

export const on = turn('on')
export const off = turn('off')
