import type { Store } from './store.ts'

/** Longer than the store's polling interval of one second. */
export const CATCH_UP_MS = 1_500

/** Whether the store reaches a revision within the time it needs to poll for it. */
export function caughtUp(store: Store, revision: number, patienceMs = CATCH_UP_MS): Promise<boolean> {
  if (store.revision >= revision) return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = (reached: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(reached)
    }
    const timer = setTimeout(() => settle(false), patienceMs)
    const stop = store.listen(() => {
      if (store.revision >= revision) settle(true)
    })
  })
}
