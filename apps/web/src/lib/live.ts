import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { boot } from './boot.ts'
import { onResume } from './sessionEnd.ts'

/** That something happened, and to what; never what it is now. */
export type LiveChange = {
  revision: number
  type: string
  kind: string
  key: string | null
  project: string | null
  flag: string | null
  environment: string | null
}

export type Live = {
  connected: boolean
  revision: number | undefined
  /** Tries at once instead of waiting for the next time. */
  reconnect(): void
}

/** Query keys begin with the kind of thing they hold, so a message knows what it makes old. */
function refresh(cache: QueryClient, message: LiveChange) {
  void cache.invalidateQueries({
    predicate: ({ queryKey: [kind, scope] }) =>
      kind === message.kind &&
      (kind !== 'flag' || scope === 'list' || scope === undefined || scope === (message.flag ?? message.key)),
  })
  // A star is on flags or on projects; how many flags there are stands with the project.
  if (message.kind === 'favorite') void cache.invalidateQueries({ queryKey: ['flag', 'list'] })
  if (
    message.kind === 'favorite' ||
    /^feature-(created|archived|revived|stale|completed|uncompleted|project-change)/.test(message.type)
  )
    void cache.invalidateQueries({ queryKey: ['project'] })
  // Tags stand with the flags that have them, in the colour of their type.
  if (message.kind === 'tag' || message.kind === 'tag-type')
    void cache.invalidateQueries({ queryKey: ['flag'] })
  // What somebody may do follows from accounts, roles, groups and access.
  if (/^(user|role|group|project-access)-/.test(message.type))
    void cache.invalidateQueries({ queryKey: ['me'] })
  // Their tokens stand with service accounts.
  if (message.type.startsWith('service-account-')) void cache.invalidateQueries({ queryKey: ['service'] })
  void cache.invalidateQueries({ queryKey: ['event'] })
}

/** Reads again what could not be read while the server was away. */
async function reloadFailed(cache: QueryClient, router: { invalidate(): Promise<void> }) {
  const failed = cache.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })
  if (failed.length === 0) return
  await cache.refetchQueries({ predicate: (query) => failed.includes(query) })
  await router.invalidate()
}

const listeners = new Set<(change: LiveChange) => void>()

/** Hears of every change while the component is there, for what is more than old data. */
export function useLiveChange(listener: (change: LiveChange) => void) {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    const hear = (change: LiveChange) => latest.current(change)
    listeners.add(hear)
    return () => {
      listeners.delete(hear)
    }
  }, [])
}

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000

/** One stream for the whole page. It resumes by revision; after a longer absence everything is read anew. */
export function useLive(): Live {
  const cache = useQueryClient()
  const router = useRouter()
  const [live, setLive] = useState({ connected: false, revision: undefined as number | undefined })
  const reconnect = useRef(() => {})
  useEffect(() => {
    const connection = connect({
      onRevision: (revision) => setLive({ connected: true, revision }),
      onConnected: (connected) => {
        setLive((now) => ({ ...now, connected }))
        if (connected) void reloadFailed(cache, router)
      },
      onChange: (message) => {
        refresh(cache, message)
        for (const listener of listeners) listener(message)
      },
      onReset: () => void cache.invalidateQueries(),
      // A session that has ended is refused as well; asking who one is finds that out.
      onRefused: () => void cache.invalidateQueries({ queryKey: ['me'] }),
    })
    reconnect.current = connection.now
    const forget = onResume(connection.now)
    return () => {
      forget()
      connection.close()
    }
  }, [cache, router])
  return { ...live, reconnect: () => reconnect.current() }
}

type Handlers = {
  onRevision(revision: number): void
  onConnected(connected: boolean): void
  onChange(change: LiveChange): void
  onReset(): void
  onRefused(): void
}

/** Browsers come back by themselves after a break, but not after an answer that was no stream. */
function connect(handlers: Handlers) {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS
  let revision: number | undefined
  const at = (event: MessageEvent) => {
    const message = JSON.parse(event.data) as LiveChange
    revision = message.revision
    handlers.onRevision(revision)
    return message
  }
  const open = () => {
    clearTimeout(timer)
    stream?.close()
    const since = revision === undefined ? '' : `?since=${revision}`
    const source = new EventSource(`${boot.basePath}/api/admin/live${since}`)
    stream = source
    source.addEventListener('hello', at)
    source.addEventListener('change', (event) => handlers.onChange(at(event)))
    source.addEventListener('reset', (event) => {
      at(event)
      handlers.onReset()
    })
    source.addEventListener('open', () => {
      wait = FIRST_RETRY_MS
      handlers.onConnected(true)
    })
    source.addEventListener('error', () => {
      handlers.onConnected(false)
      if (source.readyState !== EventSource.CLOSED) return
      handlers.onRefused()
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    })
  }
  open()
  return {
    now: open,
    close: () => {
      clearTimeout(timer)
      stream?.close()
    },
  }
}
