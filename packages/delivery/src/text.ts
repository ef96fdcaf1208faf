const LONGEST = 500

/** Text of a stranger in a form PostgreSQL can hold: no zero characters, no halves of characters, no novels. */
export function storable(text: string): string {
  const cut = text.length > LONGEST ? text.slice(0, LONGEST) : text
  return cut.includes('\0') || !cut.isWellFormed() ? cut.replaceAll('\0', '').toWellFormed() : cut
}
