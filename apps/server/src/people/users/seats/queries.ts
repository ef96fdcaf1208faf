import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'

type Count = { date: Date; count: number }

/**
 * Seats at the end of each of the last twelve months, and now. An account counts until 30 days after its deletion;
 * service accounts do not count.
 */
export const countSeats = (db: Reader): Promise<Count[]> =>
  rowsOf(
    db,
    sql<Count>`
      select m.date, count(distinct coalesce(lower(u.email), lower(u.username), u.id::text))::integer as count
      from (select least(date_trunc('month', now()) - make_interval(months => n - 1), now()) as date
            from generate_series(0, 12) n) m
        left join users u on not u.is_service and u.created_at <= m.date
          and (u.deleted_at is null or u.deleted_at > m.date - interval '30 days')
      group by m.date order by m.date desc`,
  )
