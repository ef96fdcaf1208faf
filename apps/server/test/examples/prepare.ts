import type { TestApp } from '../kit.ts'

/** What the examples of an area need. */
export type Prepared = {
  /** Ids and secrets in examples that stand for ones the server has made up. */
  replace?: Record<string, string | number>
  /** Headers of the caller, for operations with a permission such as `backend token`. */
  headers?: Record<string, Record<string, string>>
}

/** Settings of the server, as environment variables. */
export type Env = Record<string, string>

export type Prepare = (kit: TestApp) => Promise<Prepared>
