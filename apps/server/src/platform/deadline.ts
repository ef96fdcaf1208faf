import { AsyncLocalStorage } from 'node:async_hooks'

/** How long one request may spend on the database altogether. Answers leave within 2 s. */
export const REQUEST_BUDGET_MS = 1_800
const WITHOUT_REQUEST_MS = 10_000

const deadlines = new AsyncLocalStorage<number>()

/** Everything started inside `work` must be done with the database within the budget. */
export const withBudget = <T>(milliseconds: number, work: () => T): T =>
  deadlines.run(performance.now() + milliseconds, work)

/** For what follows long work that is not the database's, such as hashing: all of a request's budget once more. */
export const withFreshBudget = <T>(work: () => T): T => withBudget(REQUEST_BUDGET_MS, work)

/** For what a request sets going and does not wait for. */
export const withoutBudget = <T>(work: () => T): T => deadlines.exit(work)

/** Milliseconds left for the present request, or the usual patience of background work. */
export function remaining(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? WITHOUT_REQUEST_MS : Math.max(0, deadline - performance.now())
}
