import type { NewEvent, Touch } from '../../platform/write/write.ts'
import type { ProjectRecord } from './queries.ts'

/** The project as recorded in events. The version is omitted, since an event without differences is dropped. */
const described = ({ objectVersion: _, ...project }: ProjectRecord) => project

export const projectCreated = (project: ProjectRecord, environments: readonly string[]): NewEvent => ({
  type: 'project-created',
  project: project.id,
  data: { ...described(project), environments },
})

export const projectUpdated = (before: ProjectRecord, project: ProjectRecord): NewEvent => ({
  type: 'project-updated',
  project: project.id,
  data: described(project),
  preData: described(before),
})

export const projectArchived = (project: ProjectRecord): NewEvent => ({
  type: 'project-archived',
  project: project.id,
  data: described(project),
})

export const projectRevived = (project: ProjectRecord): NewEvent => ({
  type: 'project-revived',
  project: project.id,
  data: described(project),
})

export const projectDeleted = (project: ProjectRecord, touches: readonly Touch[]): NewEvent => ({
  type: 'project-deleted',
  project: project.id,
  preData: described(project),
  touches,
})
