import { authOperations } from '@flagstaff/contract/operations/auth'
import { toCsv } from '../../../platform/http/csv.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { countLogins, listLogins } from './queries.ts'

const AT_ONCE = 100
const MOST_LINES = 50_000
const columns = [
  'id',
  'created_at',
  'type',
  'username',
  'auth_type',
  'successful',
  'failure_reason',
  'ip',
  'user_agent',
] as const

export async function loginRoutes(app: App) {
  const serve = routesOf(app, authOperations)
  serve('GET /api/admin/logins', async (request, reply) => {
    const { query } = request
    if (!request.headers.accept?.includes('text/csv')) {
      const events = await listLogins(app.read, query, query.limit ?? AT_ONCE)
      return { events, total: await countLogins(app.read, query) }
    }
    const events = await listLogins(app.read, query, query.limit ?? MOST_LINES)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="logins.csv"')
      .send(toCsv(columns, events))
  })
}
