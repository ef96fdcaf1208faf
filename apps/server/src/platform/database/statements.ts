import { createHash } from 'node:crypto'
import { codeOf } from './failures.ts'

/** How often a statement must occur before it is prepared. */
const OFTEN = 16
/** Each prepared statement costs memory in every PostgreSQL connection. */
const MOST_NAMES = 150
const MOST_TEXTS = 2_000

/**
 * For statements whose best plan depends on their parameters, such as the length of a period: PostgreSQL plans prepared
 * statements for any parameters, after a few executions.
 */
export const PLAN_EACH_TIME = '/* plan each time */'

/**
 * Turns frequent statements into prepared statements: PostgreSQL parses and plans them once per connection instead of
 * every time, which is half of its work for a change.
 */
export class Statements {
  readonly #seen = new Map<string, number>()
  readonly #names = new Map<string, string | undefined>()
  #off = false

  nameOf(text: string, values: readonly unknown[]): string | undefined {
    // Only a query with parameters is guaranteed to be a single command.
    if (this.#off || values.length === 0 || text.includes(PLAN_EACH_TIME)) return undefined
    if (this.#names.has(text)) return this.#names.get(text)
    const times = (this.#seen.get(text) ?? 0) + 1
    if (times < OFTEN || this.#names.size >= MOST_NAMES) {
      if (this.#seen.size >= MOST_TEXTS) this.#seen.clear()
      this.#seen.set(text, times)
      return undefined
    }
    this.#seen.delete(text)
    const name = nameFor(text)
    this.#names.set(text, name)
    return name
  }

  /** Whether the prepared name failed rather than the statement. The statement is sent unprepared from then on. */
  nameFailed(error: unknown, text: string, known: boolean): boolean {
    if (isPooler(error, known)) this.#off = true
    else if (isNewShape(error)) this.#names.set(text, undefined)
    else return false
    return true
  }
}

/**
 * The name is a hash of the text. With numbered names, a pooler could give us a connection of another process that uses
 * the name for a different statement, and PostgreSQL would execute that one.
 */
const nameFor = (text: string) => `statement_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`

/** A pooler gave us another client's connection: it has a prepared statement we did not create, or lacks one we did. */
const isPooler = (error: unknown, known: boolean) =>
  codeOf(error) === '42P05' || (codeOf(error) === '26000' && known)

/** A newer server has added a column to a table that this statement selects `*` from. */
const isNewShape = (error: unknown) =>
  codeOf(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'

/** The prepared name failed, not the statement: an immediate retry can succeed. */
export const isNameFailure = (error: unknown): boolean => isPooler(error, true) || isNewShape(error)
