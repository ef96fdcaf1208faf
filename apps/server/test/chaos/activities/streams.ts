import { setTimeout as later } from 'node:timers/promises'
import { BACKEND_TOKEN } from '../../cluster/server.ts'
import { type Message, openStream, type Stream } from '../../stream.ts'
import type { World } from '../world.ts'
import type { Activity } from './activity.ts'

type Served = { name: string; description?: string | null }
type Event = { type: string; feature?: Served; features?: Served[] }
type Opened = { place: string; messages: readonly Message[] }

const headers = { authorization: BACKEND_TOKEN, 'unleash-client-spec': '5.2.0' }

/** Streams of changes from both servers and the edge, which connect again when they are cut. */
export async function openStreams(world: World): Promise<Activity> {
  const opened: Opened[] = []
  const streams = new Set<Stream>()
  let going = true
  const follow = async (place: string, url: string) => {
    while (going) {
      const stream = await openStream(`${url}/api/client/streaming`, headers).catch(() => undefined)
      if (stream?.status === 200) {
        streams.add(stream)
        opened.push({ place, messages: stream.messages })
        await stream.ended
        streams.delete(stream)
      }
      stream?.close()
      await later(50)
    }
  }
  const following = world.places().map(({ name, url }) => follow(name, url))
  return {
    /** On one connection, the values of a flag come in the order of their changes. */
    async violations() {
      const rows = await world.query<{ flag: string; value: string; revision: number }>(
        `select flag, data ->> 'description' as value, revision::int from events where type = 'feature-metadata-updated'`,
      )
      const revisions = new Map(rows.map(({ flag, value, revision }) => [`${flag} ${value}`, revision]))
      return opened.flatMap(({ place, messages }) =>
        wentBack(messages.flatMap(served), revisions).map((text) => `a stream of the ${place} went ${text}`),
      )
    },
    acknowledged: () => opened.reduce((sum, { messages }) => sum + messages.length, 0),
    async stop() {
      going = false
      for (const stream of streams) stream.close()
      await Promise.all(following)
    },
  }
}

const served = ({ data }: Message): Served[] =>
  ((data.events ?? []) as Event[]).flatMap(({ feature, features = [] }) =>
    feature ? [feature, ...features] : features,
  )

/** Values that a restore has lost have no revision; they are left out. */
export function wentBack(flags: readonly Served[], revisions: ReadonlyMap<string, number>): string[] {
  const newest = new Map<string, { revision: number; value: string }>()
  return flags.flatMap(({ name, description }) => {
    const value = description ?? ''
    const revision = revisions.get(`${name} ${value}`)
    if (revision === undefined) return []
    const before = newest.get(name)
    newest.set(name, { revision, value })
    return before && before.revision > revision ? [`back from ${before.value} to ${value} of ${name}`] : []
  })
}
