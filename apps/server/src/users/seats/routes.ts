import { LicensedUsers } from '@flagstaff/contract/seats'
import type { App } from '../../platform/http/server.ts'
import { countSeats } from './queries.ts'

export async function licensedUserRoutes(app: App) {
  app.get(
    '/licensed-users',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getAllLicensedUsers', tags: ['Users'], response: { 200: LicensedUsers } },
    },
    async () => {
      const [now, ...before] = await countSeats(app.read)
      return {
        // There is no licence, so no number of seats either.
        seatCount: 0,
        licensedUsers: {
          current: now?.count ?? 0,
          history: before.map(({ count, date }) => ({ count, date: date.toISOString() })),
        },
      }
    },
  )
}
