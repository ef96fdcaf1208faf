import { MARK } from '../generate/code.ts'

/** What to look for. */
export type Known = {
  /** Keys of flags. */
  keys: ReadonlySet<string>
  /** Flags by the names of their generated accessors. */
  accessors: ReadonlyMap<string, string>
  /** Flags by their other names in code. */
  aliases: ReadonlyMap<string, string>
}
export type Found = { flag: string; line: number; column: number; snippet: string; known: boolean }

const MOST_SNIPPET = 200

/** A string literal that can be a key, or a word. Words are only needed for accessors and aliases. */
const literals = /(["'`])([\w~.-]{1,200})\1/g
const tokens = /(["'`])([\w~.-]{1,200})\1|[A-Za-z_$][\w$]*/g

/** Calls of SDKs whose first argument, or the one after the context, is a key. */
const calls =
  /(?:isEnabled|is_enabled|getVariant|get_variant|useFlag|useVariant|use\w{1,20}FlagValue|use\w{1,20}FlagDetails|get(?:Boolean|String|Number|Integer|Float|Double|Object)(?:Value|Details)|get_(?:boolean|string|integer|float|object)_(?:value|details)|(?:Boolean|String|Int|Float|Object)Value)\(\s{0,20}(?:[\w.]{1,40},\s{0,20})?$/
const MOST_BEFORE = 120
const uses = /^\s{0,20}\.(?:get|use|key|fallback)\b/

/** The references to flags in a file, and calls with keys of no known flag. */
export function findIn(text: string, known: Known): Found[] {
  const lines = lineStarts(text)
  const found: Found[] = []
  const last = lastSegments(known.aliases)
  const hasNames = known.accessors.size + known.aliases.size > 0
  for (const match of text.matchAll(hasNames ? tokens : literals)) {
    const flag = match[2] === undefined ? wordAt(text, match, known, last) : keyAt(text, match, known)
    if (flag) found.push({ ...flag, ...lines(match.index) })
  }
  return found
}

type Match = RegExpExecArray | RegExpMatchArray
type Meant = { flag: string; known: boolean } | undefined

function keyAt(text: string, { 2: key = '', index = 0 }: Match, { keys }: Known): Meant {
  if (keys.has(key)) return { flag: key, known: true }
  return calls.test(text.slice(Math.max(0, index - MOST_BEFORE), index))
    ? { flag: key, known: false }
    : undefined
}

type Segments = ReadonlyMap<string, readonly { alias: string; flag: string }[]>

function wordAt(text: string, match: Match, { accessors, keys }: Known, last: Segments): Meant {
  const { 0: word, index = 0 } = match
  const end = index + word.length
  const accessor = accessors.get(word)
  if (accessor !== undefined && uses.test(text.slice(end, end + 40)))
    return { flag: accessor, known: keys.has(accessor) }
  const alias = last.get(word)?.find((one) => text.startsWith(one.alias, end - one.alias.length))
  return alias && { flag: alias.flag, known: keys.has(alias.flag) }
}

/** Aliases by their last word: `Flags.NewCart` is found at `NewCart`. */
function lastSegments(aliases: Known['aliases']): Segments {
  const segments = new Map<string, { alias: string; flag: string }[]>()
  for (const [alias, flag] of aliases) {
    const last = alias.split('.').at(-1) ?? alias
    segments.set(last, [...(segments.get(last) ?? []), { alias, flag }])
  }
  return segments
}

/** Finds lines on demand: most files mention no flag. Positions must not decrease. */
function lineStarts(text: string) {
  let [line, start] = [1, 0]
  return (index: number) => {
    for (
      let next = text.indexOf('\n', start);
      next !== -1 && next < index;
      next = text.indexOf('\n', start)
    ) {
      line++
      start = next + 1
    }
    const end = text.indexOf('\n', index)
    const snippet = text.slice(start, end === -1 ? undefined : end).trim()
    return { line, column: index - start + 1, snippet: snippet.slice(0, MOST_SNIPPET) }
  }
}

/** Generated files define accessors; they are no references. */
export const isGenerated = (text: string): boolean => text.startsWith(MARK)

/** The flags of a generated file by the names of their accessors. */
export function accessorsIn(text: string): [name: string, flag: string][] {
  const defined = /^export const (\w+) = \{\n {2}key: '([\w~.-]+)',$/gm
  return [...text.matchAll(defined)].map(([, name = '', flag = '']) => [name, flag])
}
