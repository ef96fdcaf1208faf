/**
 * Parses a number like JavaScript: `0x10`, `1e3` and `Infinity` are numbers, and surrounding blanks are allowed. Blank
 * text, unlike in JavaScript, is not a number.
 *
 * ```ts
 * readNumber(' 1e3 ') // 1000
 * readNumber('') // undefined
 * ```
 */
export function readNumber(text: string): number | undefined {
  const number = Number(text)
  if (Number.isNaN(number)) return undefined
  // `Number` returns 0 for blank text.
  return number === 0 && text.trim() === '' ? undefined : number
}
