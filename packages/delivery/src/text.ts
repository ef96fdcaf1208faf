const LONGEST = 500

/**
 * Converts untrusted text to a form that PostgreSQL accepts: no null characters, no lone surrogates, limited length.
 */
export function storable(text: string): string {
  const cut = text.length > LONGEST ? text.slice(0, LONGEST) : text
  return cut.includes('\0') || !cut.isWellFormed() ? cut.replaceAll('\0', '').toWellFormed() : cut
}
