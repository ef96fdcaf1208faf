import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Whether a notification from one connection reaches another, as it does not through most connection poolers. */
export async function notificationsArrive(from: string, to: string, patienceMs: number): Promise<boolean> {
  const channel = `flagstaff_doctor_${randomUUID().replaceAll('-', '')}`
  const clients = [to, from].map(
    (connectionString) => new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs }),
  )
  const [listener, sender] = clients
  let timer: NodeJS.Timeout | undefined
  try {
    for (const client of clients) client.on('error', () => {})
    await Promise.all(clients.map((client) => client.connect()))
    const heard = new Promise<boolean>((done) => {
      listener?.on('notification', () => done(true))
      timer = setTimeout(() => done(false), patienceMs)
    })
    await listener?.query(`listen ${channel}`)
    await sender?.query(`select pg_notify($1, '')`, [channel])
    return await heard
  } finally {
    clearTimeout(timer)
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}
