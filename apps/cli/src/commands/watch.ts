import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@flagstaff/client/connect'
import type { LiveChange } from '@flagstaff/contract/live'
import type { Context } from '../context.ts'
import { eventsIn } from '../stream.ts'

type Options = { env?: string; project?: string }

const RECONNECT_MS = 2_000

/** Prints changes until it is stopped. After a broken connection it continues where it was. */
export async function watch({ client, options, output }: Context<Options>) {
  const api = client()
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  let since: number | undefined
  const isWanted = ({ environment, project, type }: LiveChange) =>
    type !== 'notification' &&
    (options.env === undefined || environment === options.env) &&
    (options.project === undefined || project === options.project)

  while (!end.signal.aborted) {
    try {
      const query = since === undefined ? {} : { since }
      const response = await api.open('GET /api/admin/live', { query }, { signal: end.signal })
      if (since === undefined) output.progress(`Watching ${api.url}. Ctrl-C stops.`)
      for await (const { event, data, id } of eventsIn(response)) {
        if (event === 'change') {
          const change = JSON.parse(data) as LiveChange
          since = change.revision
          if (isWanted(change)) output.line(textOf(change), change)
        } else if (id !== undefined) since = Number(id)
      }
    } catch (error) {
      if (end.signal.aborted) break
      if (error instanceof ApiError && error.status < 500) throw error
      output.progress('The connection was lost. Connecting again …')
    }
    await sleep(RECONNECT_MS, undefined, { signal: end.signal }).catch(() => {})
  }
}

const textOf = ({ revision, type, project, environment, flag, kind, key }: LiveChange): string =>
  [revision, type, flag ?? `${kind} ${key ?? ''}`.trim(), environment ?? '', project ?? ''].join('\t')
