import type { App } from '../../platform/http/server.ts'
import { adoptionRoutes } from './adopt/routes.ts'
import { apiTokenRoutes, projectTokenRoutes } from './api-tokens/routes.ts'
import { cdnTokenRoutes } from './cdn/routes.ts'
import { personalTokenRoutes } from './personal/routes.ts'
import { rotationRoutes } from './rotation/routes.ts'

export async function tokenRoutes(app: App) {
  await apiTokenRoutes(app)
  await adoptionRoutes(app)
  await projectTokenRoutes(app)
  await personalTokenRoutes(app)
  await rotationRoutes(app)
  await cdnTokenRoutes(app)
}
