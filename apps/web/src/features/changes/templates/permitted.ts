import { type Refusal, useCan } from '../../../lib/session.ts'

const instance = {
  create: 'RELEASE_PLAN_TEMPLATE_CREATE',
  update: 'RELEASE_PLAN_TEMPLATE_UPDATE',
  remove: 'RELEASE_PLAN_TEMPLATE_DELETE',
} as const

/** Why the user cannot do this with a template of all projects, or of one. */
export function useTemplateRefusal(project: string | null, action: keyof typeof instance): Refusal {
  const forAll = useCan(instance[action])
  const inProject = useCan('UPDATE_PROJECT_RELEASE_TEMPLATE', project === null ? {} : { project })
  return project === null ? forAll : inProject
}
