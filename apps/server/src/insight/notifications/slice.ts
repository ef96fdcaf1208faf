import type { Slice } from '../../platform/manifest.ts'
import { notificationJobs } from './jobs.ts'
import { notify } from './making/follower.ts'
import { removeOld } from './queries.ts'
import { notificationRoutes, unsubscribeRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { admin: [notificationRoutes], root: [unsubscribeRoutes] },
  jobs: notificationJobs,
  followers: [notify],
  expire: removeOld,
}
