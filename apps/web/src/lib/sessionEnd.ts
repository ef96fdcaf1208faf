import { useSyncExternalStore } from 'react'
import { onSessionEnd } from './api.ts'

/** Who waits for the session: requests that were refused because it ended. They go on once somebody has signed in. */
let waiting: (() => void)[] = []
const watchers = new Set<() => void>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const watcher of watchers) watcher()
}

/** Lets refused requests wait for a sign-in instead of failing. */
export const keepRequestsWaiting = () =>
  onSessionEnd(
    () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        tell()
      }),
  )

/** The session is there again: what was refused is sent once more. */
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
