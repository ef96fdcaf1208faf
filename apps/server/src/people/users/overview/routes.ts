import { usersOperations } from '@flagstaff/contract/operations/users'
import type { UserAccess } from '@flagstaff/contract/users'
import { toCsv } from '../../../platform/http/csv.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { listAccess } from './queries.ts'

export async function accessOverviewRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  serve('GET /api/admin/access/overview', async (request, reply) => {
    const overview = await listAccess(app.read)
    if (!request.headers.accept?.includes('text/csv')) return { overview }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="access.csv"')
      .send(toTable(overview))
  })
}

const columns = [
  'userId',
  'userName',
  'userEmail',
  'rootRole',
  'groups',
  'accessibleProjects',
  'createdAt',
  'lastSeen',
] as const satisfies (keyof UserAccess)[]

/** Each list becomes one cell. */
const toTable = (overview: readonly UserAccess[]): string =>
  toCsv(
    columns,
    overview.map((row) => ({
      ...row,
      groups: row.groups.join(', '),
      accessibleProjects: row.accessibleProjects.join(', '),
    })),
  )
