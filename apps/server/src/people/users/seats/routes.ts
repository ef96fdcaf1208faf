import { usersOperations } from '@flagstaff/contract/operations/users'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { countSeats } from './queries.ts'

export async function licensedUserRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  serve('GET /api/admin/licensed-users', async () => {
    const [now, ...before] = await countSeats(app.read)
    return {
      // There is no licence, so there is no seat limit.
      seatCount: 0,
      licensedUsers: {
        current: now?.count ?? 0,
        history: before.map(({ count, date }) => ({ count, date: date.toISOString() })),
      },
    }
  })
}
