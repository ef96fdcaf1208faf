import type { Permission } from '@flagstaff/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { type Refusal, useRefusals } from '../../../lib/session.ts'

const inProject: readonly Permission[] = ['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT']

/** Why the user cannot change freezes of a project, or of all projects. */
export function useFreezeRefusal() {
  const refusalFor = useRefusals()
  return (project: string | null): Refusal =>
    project === null ? refusalFor('ADMIN', {}) : refusalFor(inProject, { project })
}

/** Where the user can create freezes. */
export function useFreezable() {
  const refusalFor = useFreezeRefusal()
  const missing = useRefusals()(inProject, {})
  const data = choicesOf(useQuery(projectList))
  const isAdmin = refusalFor(null) === undefined
  const projects = data.filter(({ id }) => refusalFor(id) === undefined)
  return { isAdmin, projects, refusal: isAdmin || projects.length > 0 ? undefined : missing }
}
