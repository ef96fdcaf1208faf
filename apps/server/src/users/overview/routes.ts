import { AccessOverview, type UserAccess } from '@flagstaff/contract/users'
import Type from 'typebox'
import { toCsv } from '../../platform/csv.ts'
import type { App } from '../../platform/http/server.ts'
import { listAccess } from './queries.ts'

export async function accessOverviewRoutes(app: App) {
  app.get(
    '/access/overview',
    {
      config: { permission: 'ADMIN' },
      schema: {
        operationId: 'getAccessOverview',
        tags: ['Auth'],
        response: { 200: Type.Union([AccessOverview, Type.String()]) },
      },
    },
    async (request, reply) => {
      const overview = await listAccess(app.read)
      if (!request.headers.accept?.includes('text/csv')) return { overview }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="access.csv"')
        .send(toTable(overview))
    },
  )
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

/** Lists stand in one cell. */
const toTable = (overview: readonly UserAccess[]): string =>
  toCsv(
    columns,
    overview.map((row) => ({
      ...row,
      groups: row.groups.join(', '),
      accessibleProjects: row.accessibleProjects.join(', '),
    })),
  )
