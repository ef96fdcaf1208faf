import { chainHash, genesis, payloadDigest, type StoredEvent } from '@flagstaff/event-log/chain'
import pg from 'pg'

type Client = Pick<pg.Client, 'query'>

/** Cuts the event log into parts of this many events, so that a test needs few of them. */
export async function cutParts(client: Client, size: number) {
  await client.query('begin')
  await client.query('lock table events')
  await client.query('create temporary table kept on commit drop as select * from events')
  const { rows: parts } = await client.query<{ name: string }>('select name from event_parts()')
  for (const { name } of parts) await client.query(`drop table ${name}`)
  const { rows } = await client.query<{ newest: number }>('select revision::int as newest from counter')
  const full = Math.floor((rows[0]?.newest ?? 0) / size)
  for (let part = 0; part <= full; part++) {
    const first = part * size + 1
    const end = part === full ? 5_000_001 : first + size
    await client.query(
      `create table events_${first} partition of events for values from (${first}) to (${end})`,
    )
  }
  await client.query('insert into events select * from kept')
  await client.query('commit')
}

/** Makes all events older, with the hashes that they would have. Servers see another history and reload. */
export async function ageEvents(client: Client, days: number) {
  await client.query('begin')
  await client.query('select from lock_counter()')
  await client.query('alter table events disable trigger all')
  const { rows } = await client.query<StoredEvent>(`
    select revision::int, type, actor_type as "actorType", actor_id as "actorId", actor_name as "actorName", ip, project,
      to_char((created_at - make_interval(days => ${days})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        as "createdAt",
      environment, flag, tags::text as tags, group_type as "groupType", group_id as "groupId", data::text as data,
      pre_data::text as "preData", via, client
    from events order by revision`)
  let hash = genesis
  for (const event of rows) {
    hash = chainHash(hash, event, payloadDigest(event))
    await client.query('update events set created_at = $2, hash = $3 where revision = $1', [
      event.revision,
      event.createdAt,
      hash,
    ])
  }
  await client.query('alter table events enable trigger all')
  await client.query('update heads h set hash = e.hash from events e where e.revision = h.revision')
  await client.query('update counter set hash = $1', [hash])
  await client.query('commit')
}

/** For a file that has changed how the tables are stored: the next file of this worker gets a new database. */
export async function dropDatabase(url: string) {
  const { pathname } = new URL(url)
  const server = Object.assign(new URL(url), { pathname: '/postgres' })
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(`drop database ${pathname.slice(1)} with (force)`)
  await client.end()
}
