import { isDeepStrictEqual } from 'node:util'
import type { Constraint } from '@flagstaff/contract/common'
import { invalid } from '../../platform/errors.ts'
import { normalize } from './rules.ts'

/** The only field whose dates all SDKs read alike. */
const CLOCK = 'currentTime'

/** Refuses new constraints that not all SDKs evaluate alike. What was stored `before` can be saved again. */
export function checkPortable(constraints: readonly Constraint[], before: readonly Constraint[] = []) {
  const known = before.map(normalize)
  for (const constraint of constraints) {
    const wanted = normalize(constraint)
    const doubt = doubtOf(wanted)
    if (doubt && !known.some((one) => isDeepStrictEqual(one, wanted))) throw invalid(...doubt)
  }
}

/** How SDKs differ in constraints. */
export const constraintWarnings = (constraints: readonly Constraint[]): string[] =>
  constraints.flatMap((constraint) => doubtOf(constraint)?.[0] ?? [])

type Doubt = [sentence: string, field: keyof Constraint]

function doubtOf({ contextName, operator, values = [], value = '' }: Constraint): Doubt | undefined {
  if (!isQuotable(contextName)) return [unquotable('the name of a context field'), 'contextName']
  if (operator.startsWith('DATE_') && contextName !== CLOCK) {
    return [
      `${operator} with ${contextName}: Node.js, browsers and OFREP compare the time of the evaluation, and Java, Python, Ruby, Rust, .NET and Go compare the field. Use ${CLOCK}.`,
      'contextName',
    ]
  }
  const cut = values.find((one) => one.endsWith('\\'))
  if (cut !== undefined) {
    return [
      `"${cut}" ends with a backslash, which turns the flag off in Java, Python, Ruby, Rust and .NET. Use REGEX instead.`,
      'values',
    ]
  }
  if (operator === 'REGEX' && hasNestedClass(value)) {
    return [
      `"${value}" has [, &&, -- or ~~ inside of brackets, which Java, Python, Ruby, Rust and .NET read as sets of characters. Put a backslash before each such character.`,
      'value',
    ]
  }
  return undefined
}

/** Some SDKs put names between quotes, and turn the flag off if the name ends there. */
export const isQuotable = (text: string) => !/["\\]/.test(text)

export const unquotable = (what: string) =>
  `A quote or a backslash in ${what} turns the flag off in Java, Python, Ruby, Rust and .NET. Use another character.`

/** Rust's syntax has sets inside of character classes; in RE2 the same characters stand for themselves. */
function hasNestedClass(pattern: string): boolean {
  const classes = pattern.replace(/\\./gs, '').match(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g) ?? []
  return classes.some((one) => /\[|&&|--|~~/.test(one.slice(1, -1).replace(/\[:\^?\w+:\]/g, '')))
}
