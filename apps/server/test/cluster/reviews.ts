import type pg from 'pg'
import { createFlag, expectStatus, PROJECT, rule, rulesOf } from './changes.ts'
import { type Server, signIn } from './server.ts'

export type Planned = { id: number; flag: string; title: string }
export const done = { state: 'Applied', rules: 1, applied: 1 }

/** Change requests of a person who may approve and apply them. Protects the development environment. */
export async function openReviews(first: Server, database: pg.Pool) {
  const me = { ...(await signIn(first)), 'x-change-reason': 'tests' }
  const protect = (server: Server, environment: string, changeRequestsEnabled: boolean) =>
    server.call(
      'PUT',
      `${PROJECT}/environments/${environment}/change-requests/config`,
      { changeRequestsEnabled },
      me,
    )
  await expectStatus(protect(first, 'development', true), 204)
  const move = (server: Server, id: number, state: string, more: object = {}) =>
    server.call('PUT', `${PROJECT}/change-requests/${id}/state`, { state, ...more }, me)
  const propose = (server: Server, flag: string, title: string) =>
    server.call('POST', rulesOf(flag), rule(title), { ...me, prefer: 'propose' })
  let count = 0
  return {
    protect,
    move,
    propose,
    /** An approved request that adds a rule with this title to a new flag. */
    async approved(server: Server): Promise<Planned> {
      const flag = `reviewed-${++count}`
      await expectStatus(createFlag(server, flag), 201)
      const title = `rule of ${flag}`
      const { id } = await expectStatus(propose(server, flag, title), 202)
      await expectStatus(move(server, id, 'In review'), 200)
      await expectStatus(move(server, id, 'Approved'), 200)
      return { id, flag, title }
    },
    /** The state of a request, whether its rule exists, and how often it was applied. */
    async outcome({ id, flag, title }: Planned) {
      const { rows } = await database.query(
        `select r.state, (select count(*)::int from rules where flag = $2 and title = $3) as rules,
           (select count(*)::int from events where group_type = 'change-request' and group_id = $1::text
             and type in ('change-request-applied', 'change-request-scheduled-application-success')) as applied
         from change_requests r where r.id = $1::int`,
        [id, flag, title],
      )
      return rows[0]
    },
    /** Schedules a request for another day. */
    schedule: (server: Server, { id }: Planned) =>
      expectStatus(
        move(server, id, 'Scheduled', { scheduledAt: new Date(Date.now() + 86_400_000).toISOString() }),
        200,
      ),
    /** Lets the time of a request come, and that of its job. */
    async comeDue({ id }: Planned) {
      await database.query(
        "update change_requests set scheduled_at = now() - interval '1 second' where id = $1",
        [id],
      )
      await database.query("update jobs.job set start_after = now() where data ->> 'id' = $1", [String(id)])
    },
  }
}
