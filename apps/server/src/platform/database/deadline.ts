import { AsyncLocalStorage } from 'node:async_hooks'

/** With this budget, responses are sent within 2 s. */
export const DEFAULT_REQUEST_BUDGET_MS = 1_800
const WITHOUT_REQUEST_MS = 10_000

let requestBudgetMs = DEFAULT_REQUEST_BUDGET_MS

/** How long one request can spend on the database in total, in milliseconds. */
export const requestBudget = (): number => requestBudgetMs

/** How long a request waits until this process serves a change: 250 ms with the default budget. */
export const catchUpPatience = (): number => requestBudgetMs / 7.2

/** Called once at startup. */
export const setRequestBudget = (milliseconds: number) => {
  requestBudgetMs = milliseconds
}

const deadlines = new AsyncLocalStorage<number>()

/** All database work started inside `work` must finish within the budget. */
export const withBudget = <T>(milliseconds: number, work: () => T): T =>
  deadlines.run(performance.now() + milliseconds, work)

/** For requests that read or change a lot: at least the budget of an ordinary request. */
export const withLargeBudget = <T>(milliseconds: number, work: () => T): T =>
  withBudget(Math.max(milliseconds, requestBudgetMs), work)

/** Restarts the budget after slow work outside the database, such as password hashing. */
export const withFreshBudget = <T>(work: () => T): T => withBudget(requestBudgetMs, work)

/** For background work that a request starts and does not wait for. */
export const withoutBudget = <T>(work: () => T): T => deadlines.exit(work)

/** Milliseconds left for the current request, or the default timeout of background work. */
export function remaining(): number {
  const deadline = deadlines.getStore()
  return deadline === undefined
    ? Math.max(WITHOUT_REQUEST_MS, requestBudgetMs)
    : Math.max(0, deadline - performance.now())
}
