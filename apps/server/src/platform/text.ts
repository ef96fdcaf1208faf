const LONGEST = 500

/** Text of a stranger in a form PostgreSQL can hold: no zero characters, no halves of characters, no novels. */
export function storable(text: string): string {
  const cut = text.length > LONGEST ? text.slice(0, LONGEST) : text
  return cut.includes('\0') || !cut.isWellFormed() ? cut.replaceAll('\0', '').toWellFormed() : cut
}

export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => (typeof one === 'string' ? storable(one) : one))

/** The pattern for `ilike` that finds a text anywhere, its own wildcards taken as they are written. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
