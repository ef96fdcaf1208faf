import { useSyncExternalStore } from 'react'
import { onSessionEnd } from './api.ts'

/** Requests that were refused because the session expired. They are retried after the next sign-in. */
let waiting: (() => void)[] = []
const watchers = new Set<() => void>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const watcher of watchers) watcher()
}

/** Makes refused requests wait for a sign-in instead of failing. */
export const keepRequestsWaiting = () =>
  onSessionEnd(
    () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        tell()
      }),
  )

/** Retries the refused requests after a sign-in. */
export function resumeRequests() {
  const ready = waiting
  waiting = []
  tell()
  for (const resume of ready) resume()
  for (const listener of listeners) listener()
}

export function onResume(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSessionEnded = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => waiting.length > 0,
  )
