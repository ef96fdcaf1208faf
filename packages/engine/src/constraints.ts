import { contains, parseAddress, parseCidr } from './cidr.ts'
import { listOf, readCurrentTime, readField, textOf } from './context.ts'
import { readDate } from './dates.ts'
import { readNumber } from './numbers.ts'
import { boundedSearch, canSearch, LONG_TEXT } from './patterns.ts'
import { compareSemver, parseSemver } from './semver.ts'
import type { Constraint, Context, Tools } from './types.ts'

export type CompiledConstraint = {
  readonly source: Constraint
  holds(context: Context, now: number): boolean
  actual(context: Context, now: number): string | undefined
  /** What a pattern was compiled with. */
  readonly regex?: Tools['regex'] | undefined
}

type Test = (context: Context, now: number) => boolean
type Compile = (constraint: Constraint, tools: Tools) => Test
type Comparison = (left: number, right: number) => boolean

const never: Test = () => false

export function compileConstraint(source: Constraint, tools: Tools): CompiledConstraint {
  if (source.operator === 'IN' || source.operator === 'NOT_IN') return new Membership(source)
  const compile = operators.get(source.operator)
  const test = compile?.(source, tools) ?? never
  // An unknown operator is false whether or not it is inverted.
  const holds: Test = compile && source.inverted ? (context, now) => !test(context, now) : test
  const regex = source.operator === 'REGEX' ? tools.regex : undefined
  return { source, holds, actual: actualValue(source), regex }
}

/** The same for constraints that always hold for the same contexts; undefined for data in the wrong form. */
export function conditionKey(constraint: Constraint): string | undefined {
  const { operator, contextName, inverted, caseInsensitive } = constraint
  if (typeof operator !== 'string' || typeof contextName !== 'string') return undefined
  const switches = (inverted ? 1 : 0) + (caseInsensitive ? 2 : 0)
  return JSON.stringify([operator, contextName, switches, operandOf(constraint), cleanValues(constraint)])
}

export function allHold(constraints: readonly CompiledConstraint[], context: Context, now: number): boolean {
  for (const constraint of constraints) if (!constraint.holds(context, now)) return false
  return true
}

const equal: Comparison = (left, right) => left === right
const greater: Comparison = (left, right) => left > right
const less: Comparison = (left, right) => left < right
const greaterOrEqual: Comparison = (left, right) => left >= right
const lessOrEqual: Comparison = (left, right) => left <= right

const operators: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  ['STR_STARTS_WITH', matchesText((text, value) => text.startsWith(value))],
  ['STR_ENDS_WITH', matchesText(endsWith)],
  ['STR_CONTAINS', matchesText((text, value) => text.includes(value), canSearch)],
  ['NUM_EQ', comparesNumbers(equal)],
  ['NUM_GT', comparesNumbers(greater)],
  ['NUM_GTE', comparesNumbers(greaterOrEqual)],
  ['NUM_LT', comparesNumbers(less)],
  ['NUM_LTE', comparesNumbers(lessOrEqual)],
  ['DATE_AFTER', comparesDates(greater)],
  ['DATE_BEFORE', comparesDates(less)],
  ['SEMVER_EQ', comparesVersions(equal)],
  ['SEMVER_GT', comparesVersions(greater)],
  ['SEMVER_GTE', comparesVersions(greaterOrEqual)],
  ['SEMVER_LT', comparesVersions(less)],
  ['SEMVER_LTE', comparesVersions(lessOrEqual)],
  ['REGEX', matchesPattern],
  ['IN_CIDR', isInRange],
])

/**
 * The most common condition, so it is a class with all its data in one place: with thousands of flags, evaluation is
 * limited by memory access.
 */
export class Membership implements CompiledConstraint {
  readonly source: Constraint
  readonly field: string
  readonly values: ReadonlySet<string>
  /** A bit mask of all values (a small Bloom filter): a text whose bit is not set is not in the list. */
  readonly bits: number
  readonly wanted: boolean

  constructor(source: Constraint) {
    const values = cleanValues(source)
    this.source = source
    this.field = source.contextName
    this.values = new Set(values)
    this.bits = values.reduce((bits, value) => bits | bitOf(value), 0)
    this.wanted = (source.operator === 'IN') !== Boolean(source.inverted)
  }

  holds(context: Context): boolean {
    const text = readField(context, this.field)
    const isListed = text !== undefined && (this.bits & bitOf(text)) !== 0 && this.values.has(text)
    return isListed === this.wanted
  }

  actual(context: Context): string | undefined {
    return readField(context, this.field)
  }
}

/** One of 32 bits, by the length and the last character. */
const bitOf = (text: string): number => 1 << ((text.length * 7 + text.charCodeAt(text.length - 1)) & 31)

function matchesText(
  matches: (text: string, value: string) => boolean,
  canAfford: typeof canSearch = () => true,
): Compile {
  return (constraint) => {
    const field = constraint.contextName
    const fold = constraint.caseInsensitive ? lowerCase : unchanged
    const values = cleanValues(constraint).map(fold)
    return (context) => {
      const text = readField(context, field)
      if (text === undefined || !canAfford(text, values.length)) return false
      const folded = fold(text)
      for (const value of values) if (matches(folded, value)) return true
      return false
    }
  }
}

function comparesNumbers(compare: Comparison): Compile {
  return (constraint) => {
    const field = constraint.contextName
    const value = Number(operandOf(constraint) ?? Number.NaN)
    return (context) => {
      const number = readNumber(readField(context, field) ?? '')
      return number !== undefined && compare(number, value)
    }
  }
}

function comparesDates(compare: Comparison): Compile {
  return (constraint) => {
    const value = readDate(operandOf(constraint) ?? '')
    if (value === undefined) return never
    return (context, now) => {
      const time = readCurrentTime(context, now)
      return time !== undefined && compare(time, value)
    }
  }
}

function comparesVersions(compare: Comparison): Compile {
  return (constraint) => {
    const value = parseSemver(operandOf(constraint) ?? '')
    if (!value) return never
    return onField(constraint, (text) => {
      const version = parseSemver(text)
      return version !== undefined && compare(compareSemver(version, value), 0)
    })
  }
}

function matchesPattern(constraint: Constraint, tools: Tools): Test {
  const pattern = operandOf(constraint)
  if (pattern === undefined) return never
  const find = boundedSearch(pattern, (accepted) =>
    tools.regex(accepted, Boolean(constraint.caseInsensitive)),
  )
  return find ? onField(constraint, find) : never
}

function isInRange(constraint: Constraint): Test {
  const ranges = cleanValues(constraint).flatMap((value) => parseCidr(value) ?? [])
  return onField(constraint, (text) => {
    const address = parseAddress(text)
    return address !== undefined && ranges.some((range) => contains(range, address))
  })
}

function onField(constraint: Constraint, test: (text: string) => boolean): Test {
  const field = constraint.contextName
  return (context) => {
    const text = readField(context, field)
    return text !== undefined && test(text)
  }
}

/** Faster than `String.prototype.endsWith`, which V8 compiles to a loop over single characters. */
function endsWith(text: string, value: string): boolean {
  return text.slice(text.length - value.length) === value
}

let longText = ''
let longFolded = ''

/** Many constraints look at the same field, and folding a long text takes longer than searching it. */
function lowerCase(text: string): string {
  if (text.length < LONG_TEXT) return text.toLowerCase()
  if (text !== longText) [longText, longFolded] = [text, text.toLowerCase()]
  return longFolded
}
const unchanged = (text: string) => text

function operandOf(constraint: Constraint): string | undefined {
  return textOf(constraint.value)
}

/** Empty entries are removed before trimming, so an entry of blanks stays, as the empty text. */
function cleanValues(constraint: Constraint): string[] {
  return listOf(constraint.values)
    .flatMap((value) => textOf(value) || [])
    .map((value) => value.trim())
}

function actualValue({ operator, contextName }: Constraint): CompiledConstraint['actual'] {
  if (operator !== 'DATE_AFTER' && operator !== 'DATE_BEFORE')
    return (context) => readField(context, contextName)
  return (context, now) => {
    const time = readCurrentTime(context, now)
    return time === undefined ? textOf(context.currentTime) : textOf(new Date(time))
  }
}
