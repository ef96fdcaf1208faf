import { SIGNALS_KEPT_DAYS } from '@flagstaff/contract/signals'
import type { Slice } from '../../platform/manifest.ts'
import { endpointRoutes } from './endpoints/routes.ts'
import { intakeRoutes } from './intake/routes.ts'
import { removeOld } from './runs/queries.ts'
import { openActions } from './runs/work.ts'
import { actionRoutes } from './sets/routes.ts'

export const slice: Slice = {
  routes: { root: [intakeRoutes], admin: [endpointRoutes, actionRoutes] },
  outside: openActions,
  expire: (db) => removeOld(db, SIGNALS_KEPT_DAYS),
}
