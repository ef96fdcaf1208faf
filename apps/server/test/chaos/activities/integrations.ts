import { openReceiver, type Received } from '../../receiver.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import type { Activity } from './activity.ts'

const ADDONS = '/api/admin/addons'
const EVENT = 'feature-metadata-updated'
/** Every so many requests, the receiver fails once: after more failures in a row, the next attempt comes late. */
const FAILS_EVERY = 9

type Told = { id: number; value: string }

/** A receiver of all changes of descriptions, which fails now and then. */
export async function openIntegrations(world: World, name: string): Promise<Activity> {
  const [server] = world.servers
  const receiver = await openReceiver()
  let requests = 0
  receiver.answer(() => {
    requests++
    return { status: requests % FAILS_EVERY === 0 ? 503 : 200 }
  })
  const mine = async (): Promise<{ id: number }[]> => {
    const { body } = await server.call('GET', ADDONS)
    return body.addons.filter(({ description }: { description?: string }) => description === name)
  }
  await until('an integration is made', async () => {
    const addon = { provider: 'webhook', enabled: true, parameters: { url: receiver.url }, events: [EVENT] }
    if ((await mine()).length > 0) return true
    const { status, body } = await server.call('POST', ADDONS, { ...addon, description: name })
    return status === 200 || JSON.stringify(body)
  })
  const [start] = await world.query<{ revision: number }>('select revision::int from counter')
  /** The events in the database that it must get; values are used once, so a value tells events of two histories apart. */
  const wanted = () =>
    world.query<Told>(
      `select revision::int as id, data ->> 'description' as value from events
       where type = $1 and revision > $2 order by revision`,
      [EVENT, start?.revision ?? 0],
    )
  return {
    async violations() {
      const events = await wanted()
      const isTold = () => new Set(receiver.requests.map(read))
      await until('the receiver has every event', () => {
        const told = isTold()
        const missing = events.filter((event) => !told.has(keyOf(event)))
        return missing.length === 0 || `${missing.length} of ${events.length} are missing`
      })
      const places = new Map([...isTold()].map((key, index) => [key, index]))
      return events.flatMap((event, index) => {
        const before = events[index - 1]
        const isLate = before && (places.get(keyOf(before)) ?? 0) > (places.get(keyOf(event)) ?? 0)
        return isLate ? [`the receiver got event ${event.id} before event ${before.id}`] : []
      })
    },
    acknowledged: () => receiver.requests.length,
    async stop() {
      for (const { id } of await mine().catch(() => []))
        await server.call('DELETE', `${ADDONS}/${id}`).catch(() => {})
      await receiver.close()
    },
  }
}

const keyOf = ({ id, value }: Told) => `${id} ${value}`

function read({ body }: Received): string {
  const { id, data } = JSON.parse(body)
  return keyOf({ id, value: data?.description })
}
