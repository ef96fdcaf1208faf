/** Texts that people wrote, lists and whole results are cut to these sizes. */
export const LONGEST_TEXT = 500
export const MOST_ITEMS = 100
export const MOST_CHARACTERS = 60_000

/** Cuts texts and lists, and says how much is missing. */
export function bounded(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT
      ? `${value.slice(0, LONGEST_TEXT)}… (${value.length - LONGEST_TEXT} more characters)`
      : value
  if (Array.isArray(value)) {
    const kept = value.slice(0, MOST_ITEMS).map(bounded)
    return value.length > MOST_ITEMS ? [...kept, `… ${value.length - MOST_ITEMS} more`] : kept
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, bounded(one)]])),
  )
}

/** The result of a tool as JSON: what people wrote is inside of strings, never beside them. */
export function toText(value: unknown): string {
  const text = JSON.stringify(bounded(value), null, 1)
  if (text.length <= MOST_CHARACTERS) return text
  return JSON.stringify({
    error: `The result is too large (${text.length} characters). Ask for less: one flag, one environment, or a smaller limit.`,
  })
}
