import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<{ hasCommitted: boolean }>()

/** Remembers whether a change of this request was committed. */
export const trackCommits = <T>(work: () => T): T => requests.run({ hasCommitted: false }, work)

export function noteCommit() {
  const request = requests.getStore()
  if (request) request.hasCommitted = true
}

/** Whether the current request has changed something, so that no error may say that nothing was changed. */
export const hasCommitted = (): boolean => requests.getStore()?.hasCommitted ?? false
