import { useSyncExternalStore } from 'react'
import { type ApiError, onReviewNeeded, type ReviewChoice } from './api.ts'

/** A change in a protected environment, during a freeze or of a locked field that waits for the user's decision. */
export type Waiting = {
  places: ApiError['protected']
  /** The names of the freezes, if the change needs a reason because of them. */
  freezes: readonly string[]
  /** The owners and files of the locked fields, if the change needs a reason because of them. */
  managed: readonly { owner: string; path: string }[]
  mayPropose: boolean
  maySkip: boolean
  /** The user has already chosen to skip the review. */
  skips: boolean
  /** Without a choice, nothing is changed. */
  answer(choice: ReviewChoice | undefined): void
}

let waiting: readonly Waiting[] = []
const watchers = new Set<() => void>()

function set(next: readonly Waiting[]) {
  waiting = next
  for (const watcher of watchers) watcher()
}

/** Asks the user how a change goes on that needs a review, one request after the other. */
export const askForReviews = () =>
  onReviewNeeded(
    (error, wanted) =>
      new Promise((resolve) => {
        const one: Waiting = {
          places: error.protected,
          freezes: error.freezes,
          managed: error.managed,
          mayPropose: error.proposable,
          maySkip: error.code === 'reasonNeeded',
          skips: wanted === 'skip',
          answer: (choice) => {
            set(waiting.filter((other) => other !== one))
            resolve(choice)
          },
        }
        set([...waiting, one])
      }),
  )

export const useWaiting = (): Waiting | undefined =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => waiting[0],
  )
