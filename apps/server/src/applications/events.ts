import type { Application } from '@flagstaff/contract/applications'
import type { NewEvent } from '../platform/write.ts'

const MOST_NAMED = 100

/** Many at once, as one event. */
export const applicationsCreated = (
  applications: readonly Application[],
  project: string | null,
): NewEvent => ({
  type: 'application-created',
  project,
  data: {
    appName: `${applications.length} applications`,
    appNames: applications.slice(0, MOST_NAMED).map(({ appName }) => appName),
  },
})

/** Told in the first project it was seen in, so that it says nothing to those who do not see that. */
export const applicationCreated = (application: Application, project: string | null = null): NewEvent => ({
  type: 'application-created',
  project,
  data: application,
})
