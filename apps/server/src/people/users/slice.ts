import { own } from '../../platform/database/owners.ts'
import type { Slice } from '../../platform/manifest.ts'
import { demoRoutes } from './demo/routes.ts'
import { firstAdmin } from './first-admin.ts'
import { signUpRoutes } from './invitations/public-routes.ts'
import { accountMails } from './mails/jobs.ts'
import { expireLinks } from './passwords/expiry-queries.ts'
import { passwordLinkRoutes } from './passwords/routes.ts'
import { userRoutes } from './routes.ts'

export const slice: Slice = {
  routes: { root: [passwordLinkRoutes, signUpRoutes, demoRoutes], admin: [userRoutes] },
  jobs: accountMails,
  expire: (db) => expireLinks(own(db)),
  start: firstAdmin,
}
