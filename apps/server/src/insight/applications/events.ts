import type { Application } from '@flagstaff/contract/applications'
import type { NewEvent } from '../../platform/write/write.ts'

const MOST_NAMED = 100

/** One event for many applications. */
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

/** Recorded in one of its projects, so that only viewers of that project see the event. */
export const applicationCreated = (application: Application, project: string | null = null): NewEvent => ({
  type: 'application-created',
  project,
  data: application,
})
