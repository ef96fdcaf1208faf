import { refuse } from './errors.ts'

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type Literal = string | number | boolean | null

/** A filter of RFC 7644, section 3.4.2.2. Brackets are flattened: `emails[value pr]` becomes `emails.value pr`. */
export type Filter =
  | { is: 'and' | 'or'; left: Filter; right: Filter }
  | { is: 'not'; inner: Filter }
  | { is: 'present'; path: string }
  | { is: 'compared'; path: string; operator: Operator; literal: Literal }

const operators = new Set<string>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
const LONGEST = 2_000
const MOST_TERMS = 50
const DEEPEST = 10

/** Parses a filter in a single pass. Length and depth are limited, so that hostile filters stay cheap. */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST) throw invalid(`A filter can have at most ${LONGEST} characters.`)
  const reader = readerOf(tokensOf(text))
  const filter = either(reader, '', 0)
  if (reader.next() !== undefined) throw invalid(`Unexpected text after the end of the filter: ${text}`)
  return filter
}

const invalid = (detail: string) => refuse('invalidFilter', detail)

/** Splits the text into brackets, quoted strings and words. */
function tokensOf(text: string): string[] {
  const token = /\s*([()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+)/y
  const tokens: string[] = []
  const end = text.trimEnd().length
  while (token.lastIndex < end) {
    const at = token.lastIndex
    const found = token.exec(text)?.[1]
    if (found === undefined) throw invalid(`The filter is invalid from here: ${text.slice(at)}`)
    tokens.push(found)
  }
  return tokens
}

type TextReader = ReturnType<typeof readerOf>

function readerOf(tokens: readonly string[]) {
  let at = 0
  let terms = 0
  const peek = () => tokens[at]?.toLowerCase()
  return {
    peek,
    next: () => tokens[at++],
    /** Skips the word if it is next. */
    skips(word: string): boolean {
      if (peek() !== word) return false
      at += 1
      return true
    },
    expect(word: string) {
      if (tokens[at++] !== word) throw invalid(`The filter is missing a ${word}`)
    },
    countTerm() {
      if (++terms > MOST_TERMS) throw invalid(`A filter can have at most ${MOST_TERMS} comparisons.`)
    },
  }
}

function either(reader: TextReader, prefix: string, depth: number): Filter {
  if (depth > DEEPEST) throw invalid('The filter is nested too deeply.')
  let left = both(reader, prefix, depth)
  while (reader.skips('or')) left = { is: 'or', left, right: both(reader, prefix, depth) }
  return left
}

function both(reader: TextReader, prefix: string, depth: number): Filter {
  let left = term(reader, prefix, depth)
  while (reader.skips('and')) left = { is: 'and', left, right: term(reader, prefix, depth) }
  return left
}

function term(reader: TextReader, prefix: string, depth: number): Filter {
  if (reader.skips('not')) return { is: 'not', inner: group(reader, prefix, depth) }
  if (reader.peek() === '(') return group(reader, prefix, depth)
  const word = reader.next()
  if (word === undefined || !/^[a-z][\w$:.-]*$/i.test(word)) {
    throw invalid(`The filter is missing an attribute${word === undefined ? '' : ` before ${word}`}.`)
  }
  const path = prefix + withoutSchema(word)
  return reader.skips('[') ? within(reader, path, depth) : comparison(reader, path)
}

function group(reader: TextReader, prefix: string, depth: number): Filter {
  reader.expect('(')
  const inner = either(reader, prefix, depth + 1)
  reader.expect(')')
  return inner
}

/** Parses `emails[type eq "work"]`, and the Entra ID form `emails[type eq "work"].value eq "…"`. */
function within(reader: TextReader, path: string, depth: number): Filter {
  const left = either(reader, `${path}.`, depth + 1)
  reader.expect(']')
  if (!reader.peek()?.startsWith('.')) return left
  return { is: 'and', left, right: comparison(reader, path + reader.next()) }
}

function comparison(reader: TextReader, path: string): Filter {
  reader.countTerm()
  const operator = reader.next()?.toLowerCase()
  if (operator === 'pr') return { is: 'present', path }
  if (!isOperator(operator)) throw invalid(`The filter is missing an operator after ${path}.`)
  return { is: 'compared', path, operator, literal: literalOf(reader.next()) }
}

const isOperator = (word: string | undefined): word is Operator => operators.has(word ?? '')

function literalOf(token: string | undefined): Literal {
  try {
    const literal: unknown = JSON.parse(
      /^(true|false|null)$/i.test(token ?? '') ? `${token}`.toLowerCase() : `${token}`,
    )
    if (typeof literal !== 'object' || literal === null) return literal as Literal
  } catch {}
  throw invalid('The filter lacks a value. Put strings in double quotes.')
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i

/** Removes the schema prefix of an attribute. */
export const withoutSchema = (path: string): string => path.replace(CORE, '')
