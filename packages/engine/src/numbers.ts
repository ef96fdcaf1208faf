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

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const PLAIN = /^-?\d+(?:\.\d+)?$/

/**
 * A number as plain digits, which every SDK reads: some ignore the whole flag for `.5`. Undefined if it is not a decimal
 * number, or too large for one.
 *
 * ```ts
 * plainNumber('.5') // '0.5'
 * plainNumber('1e3') // '1000'
 * ```
 */
export function plainNumber(text: string): string | undefined {
  const written = text.trim()
  const number = Number(written)
  if (!DECIMAL.test(written) || !Number.isFinite(number)) return undefined
  return PLAIN.test(written) ? written : withoutExponent(String(number))
}

/** JavaScript writes an exponent only for large whole numbers and for small fractions. */
function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)\.?(\d*)(?:e(.+))?$/.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = whole + fraction
  const shift = Number(exponent)
  return sign + (shift < 0 ? `0.${'0'.repeat(-shift - 1)}${digits}` : digits.padEnd(shift + 1, '0'))
}
