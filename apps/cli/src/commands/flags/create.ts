import type { CreateFeature } from '@flagstaff/contract/flags'
import { finish } from '../../change.ts'
import type { Context } from '../../context.ts'

type Options = { project: string; type: NonNullable<CreateFeature['type']>; description?: string }

export async function create(context: Context<Options>, name: string) {
  const { project, type, description } = context.options
  const answer = await context.client().call('POST /api/admin/projects/:projectId/features', {
    params: { projectId: project },
    body: { name, type, ...(description === undefined ? {} : { description }) },
  })
  return finish(context, answer, `Created ${name} in the project ${project}, off everywhere`)
}
