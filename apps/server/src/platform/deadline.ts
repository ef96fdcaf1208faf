import { AsyncLocalStorage } from 'node:async_hooks'

/** With this budget, answers leave within 2 s. */
export const DEFAULT_REQUEST_BUDGET_MS = 1_800
const WITHOUT_REQUEST_MS = 10_000

let requestBudgetMs = DEFAULT_REQUEST_BUDGET_MS

/** How long one request may spend on the database altogether, in milliseconds. */
export const requestBudget = (): number => requestBudgetMs

/** How long somebody waits for this process to hear of a change: 250 ms with the usual budget. */
export const catchUpPatience = (): number => requestBudgetMs / 7.2

/** Called once, when the application is built. */
export const setRequestBudget = (milliseconds: number) => {
  requestBudgetMs = milliseconds
}

const deadlines = new AsyncLocalStorage<number>()

/** Everything started inside `work` must be done with the database within the budget. */
export const withBudget = <T>(milliseconds: number, work: () => T): T =>
  deadlines.run(performance.now() + milliseconds, work)

/** For requests that change or read a lot: never less than an ordinary request has. */
export const withLargeBudget = <T>(milliseconds: number, work: () => T): T =>
  withBudget(Math.max(milliseconds, requestBudgetMs), work)

/** For what follows long work that is not the database's, such as hashing: all of a request's budget once more. */
export const withFreshBudget = <T>(work: () => T): T => withBudget(requestBudgetMs, work)

/** For what a request sets going and does not wait for. */
export const withoutBudget = <T>(work: () => T): T => deadlines.exit(work)

/** Milliseconds left for the present request, or the usual patience of background work. */
export function remaining(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined
    ? Math.max(WITHOUT_REQUEST_MS, requestBudgetMs)
    : Math.max(0, deadline - performance.now())
}
