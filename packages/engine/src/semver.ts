export type Semver = { readonly core: readonly number[]; readonly prerelease: readonly string[] }

const NUMBER = '(?:0|[1-9]\\d*)'
const IDENTIFIER = `(?:${NUMBER}|\\d*[a-zA-Z-][\\da-zA-Z-]*)`
const STRICT = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+[\\da-zA-Z-]+(?:\\.[\\da-zA-Z-]+)*)?$`,
)
const DIGITS = /^\d+$/
const LONGEST = 256

/**
 * Whether a text is strictly a SemVer 2.0 version: no `v`, no blanks, no missing part.
 *
 * ```ts
 * isStrictSemver('1.2.3-beta.1+build') // true
 * isStrictSemver('v1.2') // false
 * ```
 */
export function isStrictSemver(text: string): boolean {
  return parseSemver(text) !== undefined
}

export function parseSemver(text: string): Semver | undefined {
  const parts = text.length > LONGEST ? null : STRICT.exec(text)
  if (!parts) return undefined
  const core = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (!core.every(Number.isSafeInteger)) return undefined
  return { core, prerelease: parts[4]?.split('.') ?? [] }
}

/** Negative, zero or positive, by SemVer precedence; build metadata is ignored. */
export function compareSemver(left: Semver, right: Semver): number {
  for (let index = 0; index < 3; index++) {
    const order = (left.core[index] ?? 0) - (right.core[index] ?? 0)
    if (order !== 0) return order
  }
  return comparePrerelease(left.prerelease, right.prerelease)
}

function comparePrerelease(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length
  for (const [index, identifier] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = compareIdentifiers(identifier, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}

function compareIdentifiers(left: string, right: string): number {
  const leftIsNumber = DIGITS.test(left)
  if (leftIsNumber !== DIGITS.test(right)) return leftIsNumber ? -1 : 1
  // Without leading zeros the longer number is the larger one.
  if (leftIsNumber && left.length !== right.length) return left.length - right.length
  return left === right ? 0 : left < right ? -1 : 1
}
