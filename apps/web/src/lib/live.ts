import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { boot } from './boot.ts'
import { onResume } from './sessionEnd.ts'

/** What changed, without its new content. */
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
  /** Whether the browser has a network. */
  online: boolean
  revision: number | undefined
  /** Reconnects at once instead of waiting for the next retry. */
  reconnect(): void
}

/** Query keys start with a kind of object, so a message identifies the queries to invalidate. */
function refresh(cache: QueryClient, message: LiveChange) {
  void cache.invalidateQueries({
    predicate: ({ queryKey: [kind, scope] }) =>
      kind === message.kind &&
      (kind !== 'flag' || scope === 'list' || scope === undefined || scope === (message.flag ?? message.key)),
  })
  // Favourites are part of flag and project lists, and projects contain their number of flags.
  if (message.kind === 'favorite') void cache.invalidateQueries({ queryKey: ['flag', 'list'] })
  if (
    message.kind === 'favorite' ||
    /^feature-(created|archived|revived|stale|completed|uncompleted|project-change)/.test(message.type)
  )
    void cache.invalidateQueries({ queryKey: ['project'] })
  // Flags contain their tags, with the colour of the tag type.
  if (message.kind === 'tag' || message.kind === 'tag-type')
    void cache.invalidateQueries({ queryKey: ['flag'] })
  // Accounts, roles, groups and access determine a user's permissions, and who can review.
  if (/^(user|role|group|project-access)-/.test(message.type)) {
    void cache.invalidateQueries({ queryKey: ['me'] })
    void cache.invalidateQueries({ queryKey: ['reviewer'] })
  }
  // Projects and flags contain where changes need a review.
  if (message.type === 'change-request-configuration-updated') {
    void cache.invalidateQueries({ queryKey: ['project'] })
    void cache.invalidateQueries({ queryKey: ['flag'] })
  }
  if (message.type.startsWith('release-plan-template-'))
    void cache.invalidateQueries({ queryKey: ['release-template'] })
  // The configuration contains the banners that are shown.
  if (message.kind === 'banner') void cache.invalidateQueries({ queryKey: ['setting', 'ui-config'] })
  if (/^(signal-endpoint|actions)-/.test(message.type)) void cache.invalidateQueries({ queryKey: ['signal'] })
  // The configuration contains the banners that are shown, and the number of unread notifications.
  if (message.kind === 'banner' || message.kind === 'notification')
    void cache.invalidateQueries({ queryKey: ['setting', 'ui-config'] })
  if (message.type.startsWith('freeze-')) void cache.invalidateQueries({ queryKey: ['freeze'] })
  if (message.type.startsWith('impact-metric-')) void cache.invalidateQueries({ queryKey: ['impact'] })
  // Service accounts contain their tokens.
  if (message.type.startsWith('service-account-')) void cache.invalidateQueries({ queryKey: ['service'] })
  void cache.invalidateQueries({ queryKey: ['event'] })
}

/** Retries the queries that failed while the server was unavailable. */
async function reloadFailed(cache: QueryClient, router: { invalidate(): Promise<void> }) {
  const failed = cache.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })
  if (failed.length === 0) return
  await cache.refetchQueries({ predicate: (query) => failed.includes(query) })
  await router.invalidate()
}

const listeners = new Set<(change: LiveChange) => void>()

/** Calls the listener for every change while the component is mounted. */
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

/** One live stream per page. It resumes by revision; after a long disconnect everything is reloaded. */
export function useLive(): Live {
  const cache = useQueryClient()
  const router = useRouter()
  const [live, setLive] = useState({ connected: false, revision: boot.revision })
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
      // The session may have expired: reloading the account detects that.
      onRefused: () => void cache.invalidateQueries({ queryKey: ['me'] }),
    })
    reconnect.current = connection.now
    const forget = onResume(connection.now)
    // A stream from before may never notice that its connection is gone.
    const unsubscribe = onlineManager.subscribe((isOnline) => isOnline && connection.now())
    return () => {
      forget()
      unsubscribe()
      connection.close()
    }
  }, [cache, router])
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  return { ...live, connected: live.connected && online, online, reconnect: () => reconnect.current() }
}

type Handlers = {
  onRevision(revision: number): void
  onConnected(connected: boolean): void
  onChange(change: LiveChange): void
  onReset(): void
  onRefused(): void
}

/** Browsers reconnect after an interruption, but not after an error response. */
function connect(handlers: Handlers) {
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS
  // Changes made while the page was loading are sent first.
  let revision = boot.revision
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
