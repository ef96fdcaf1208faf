import type { Slice } from '../../platform/manifest.ts'
import { groupRoutes } from './groups/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { roleRoutes } from './roles/routes.ts'

export const slice: Slice = {
  routes: { admin: [groupRoutes, memberRoutes, peopleRoutes, roleRoutes] },
}
