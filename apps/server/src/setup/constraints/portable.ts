import { isDeepStrictEqual } from 'node:util'
import type { Constraint } from '@flagstaff/contract/common'
import { invalid } from '../../platform/errors.ts'
import { normalize } from './rules.ts'

/** The only field whose dates all SDKs read alike. */
const CLOCK = 'currentTime'

/**
 * Refuses new constraints that not all SDKs evaluate alike. What was stored `before` can be saved again, and an import
 * keeps what it finds.
 */
export function checkPortable(constraints: readonly Constraint[], before: readonly Constraint[] = []) {
  const known = before.map(normalize)
  for (const constraint of constraints) {
    const wanted = normalize(constraint)
    if (!known.some((one) => isDeepStrictEqual(one, wanted))) checkOne(wanted)
  }
}

function checkOne({ contextName, operator, values = [], value = '' }: Constraint) {
  if (!isQuotable(contextName)) throw invalid(unquotable('the name of a context field'), 'contextName')
  if (comparesClock(operator) && contextName !== CLOCK) {
    throw invalid(
      `${operator} compares the time of the evaluation. Use it with ${CLOCK}: some SDKs ignore the field ${contextName}, others compare it.`,
      'contextName',
    )
  }
  const cut = values.find((one) => one.endsWith('\\'))
  if (cut !== undefined) {
    throw invalid(
      `"${cut}" ends with a backslash, and some SDKs turn the flag off for it. Use REGEX instead.`,
      'values',
    )
  }
  if (operator === 'REGEX' && hasNestedClass(value)) {
    throw invalid(
      `"${value}" has [, &&, -- or ~~ inside of brackets, which some SDKs read as sets of characters. Put a backslash before each such character.`,
      'value',
    )
  }
}

/** How SDKs differ in a stored constraint; undefined if they do not. */
export const readAs = ({ contextName, operator }: Constraint): string | undefined =>
  comparesClock(operator) && contextName !== CLOCK
    ? `${operator} with ${contextName}: Node.js, browsers and OFREP compare the time of the evaluation, and Java, Python, Ruby, Rust, .NET and Go compare the field. Use ${CLOCK}.`
    : undefined

const comparesClock = (operator: Constraint['operator']) => operator.startsWith('DATE_')

/** Some SDKs put names between quotes, and turn the flag off if the name ends there. */
export const isQuotable = (text: string) => !/["\\]/.test(text)

export const unquotable = (what: string) =>
  `A quote or a backslash in ${what} turns the flag off in some SDKs. Use another character.`

/** Rust's syntax has sets inside of character classes; in RE2 the same characters stand for themselves. */
function hasNestedClass(pattern: string): boolean {
  const classes = pattern.replace(/\\./gs, '').match(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g) ?? []
  return classes.some((one) => /\[|&&|--|~~/.test(one.slice(1, -1).replace(/\[:\^?\w+:\]/g, '')))
}
