import type { Application } from '@flagstaff/contract/applications'
import type { NewEvent } from '../platform/write.ts'

/** Told in the first project it was seen in, so that it says nothing to those who do not see that. */
export const applicationCreated = (application: Application, project: string | null = null): NewEvent => ({
  type: 'application-created',
  project,
  data: application,
})
