import { createHash } from 'node:crypto'
import { codeOf } from './failures.ts'

/** How often a statement has to come before it is worth a name. */
const OFTEN = 16
/** Each name costs every connection of PostgreSQL some memory. */
const MOST_NAMES = 150
const MOST_TEXTS = 2_000

/**
 * Statements that come again and again get a name: PostgreSQL then parses and plans them once per connection instead of
 * each time, which is half of its work for a change.
 */
export class Statements {
  readonly #seen = new Map<string, number>()
  readonly #names = new Map<string, string | undefined>()
  #off = false

  nameOf(text: string, values: readonly unknown[]): string | undefined {
    // Only what has parameters is sure to be a single command.
    if (this.#off || values.length === 0) return undefined
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

  /** Whether it was the name that failed, and not the statement. From then on the statement goes without. */
  nameFailed(error: unknown, text: string, known: boolean): boolean {
    if (isPooler(error, known)) this.#off = true
    else if (isNewShape(error)) this.#names.set(text, undefined)
    else return false
    return true
  }
}

/**
 * The same text has the same name everywhere. With counted names, a pooler could hand us the session of another process
 * whose statement of that name is a different one, and PostgreSQL would execute it.
 */
const nameFor = (text: string) => `statement_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`

/** A pooler gave us the session of somebody else: it has a statement that we did not name, or lacks one that we did. */
const isPooler = (error: unknown, known: boolean) =>
  codeOf(error) === '42P05' || (codeOf(error) === '26000' && known)

/** A newer server has added a column to a table of which this statement selects all. */
const isNewShape = (error: unknown) =>
  codeOf(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'

/** A failure of a name, not of the work: the same work may succeed at once. */
export const isNameFailure = (error: unknown): boolean => isPooler(error, true) || isNewShape(error)
