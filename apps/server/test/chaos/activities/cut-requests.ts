import { connect } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { PROJECT } from '../../cluster/changes.ts'
import { ADMIN_TOKEN } from '../../cluster/server.ts'
import { createHistory } from '../history.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { type Activity, send } from './activity.ts'
import { makeFlag } from './flags.ts'

/** After this part of the body, the connection is cut. The whole body may take effect, less of it must not. */
const PARTS = [0.5, 1, 0.9, 1, 0]
/** A cut right after the last byte leaves it open whether the server has read it. */
const MOST_WAIT_MS = 20

/** Changes whose connection is cut in the middle of the request, or before the response. */
export async function openCutRequests(world: World, name: string): Promise<Activity> {
  const violations: string[] = []
  await makeFlag(world, name)
  const path = `${PROJECT}/features/${name}`
  const patch = (value: string) => [{ op: 'replace', path: '/description', value }]
  await until(`${name} has a description`, async () => {
    const { status } = await world.servers[0].call('PATCH', path, patch('start'))
    return status === 200 || status
  })
  const history = createHistory(new Map([[name, 'start']]))
  const seen = new Set<string>()
  let count = 0
  let acknowledged = 0

  async function cut(value: string): Promise<'refused' | 'maybe'> {
    const server = world.servers[count % 2 ? 0 : 1]
    const part = PARTS[count % PARTS.length] ?? 1
    const body = JSON.stringify(patch(value))
    const head = [
      `PATCH ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: ${ADMIN_TOKEN}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ]
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, Math.floor(body.length * part))}`)
    await later((count * 7) % MOST_WAIT_MS)
    socket.destroy()
    return part < 1 ? 'refused' : 'maybe'
  }

  return {
    async step() {
      const value = `${name}-${++count}`
      const started = performance.now()
      if (count % 2 === 0) {
        const outcome = await cut(value)
        history.add({ flag: name, value, started, ended: Number.POSITIVE_INFINITY, outcome })
        return
      }
      const { outcome } = await send(violations, world.servers[0], 'PATCH', path, patch(value))
      const isAcknowledged = outcome === 'acknowledged'
      if (isAcknowledged) acknowledged++
      const ended = isAcknowledged ? performance.now() : Number.POSITIVE_INFINITY
      history.add({ flag: name, value, started, ended, outcome })
    },
    read({ features }) {
      const value = features.find((flag) => flag.name === name)?.description
      if (value) seen.add(value)
      return []
    },
    lostSince: history.lostSince,
    async violations() {
      const [row] = await world.query<{ description: string }>(
        'select description from flags where name = $1',
        [name],
      )
      const found = new Map([[name, row?.description ?? '']])
      return [...violations, ...history.violations(found), ...history.refusedIn(seen)]
    },
    acknowledged: () => acknowledged,
  }
}
