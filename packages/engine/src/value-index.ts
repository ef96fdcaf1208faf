import { readField } from './context.ts'
import type { Context } from './types.ts'

/** The conditions that list a value, by field and value: one lookup replaces testing each of them. */
export class ValueIndex {
  readonly #fields = new Map<string, Map<string, readonly number[]>>()

  add(field: string, values: Iterable<string>, condition: number) {
    const byValue = this.#fields.get(field) ?? new Map<string, readonly number[]>()
    this.#fields.set(field, byValue)
    // `push` would reserve room for 16 more.
    for (const value of values) byValue.set(value, [...(byValue.get(value) ?? []), condition])
  }

  remove(field: string, values: Iterable<string>, condition: number) {
    const byValue = this.#fields.get(field)
    if (!byValue) return
    for (const value of values) {
      const left = byValue.get(value)?.filter((one) => one !== condition) ?? []
      if (left.length > 0) byValue.set(value, left)
      else byValue.delete(value)
    }
    if (byValue.size === 0) this.#fields.delete(field)
  }

  /** Visits the conditions that list a value of this context. */
  visit(context: Context, visit: (condition: number) => void) {
    for (const [field, byValue] of this.#fields) {
      const text = readField(context, field)
      const found = text === undefined ? undefined : byValue.get(text)
      if (found) for (const condition of found) visit(condition)
    }
  }
}
