/**
 * The number a text stands for, as JavaScript reads it: `0x10`, `1e3` and `Infinity` are numbers, blanks
 * around are allowed. Blank text, unlike in JavaScript, is not a number.
 *
 * ```ts
 * readNumber(' 1e3 ') // 1000
 * readNumber('') // undefined
 * ```
 */
export function readNumber(text: string): number | undefined {
  const number = Number(text)
  if (Number.isNaN(number)) return undefined
  // Only a blank text reads as 0 without having a digit in it.
  return number === 0 && text.trim() === '' ? undefined : number
}
