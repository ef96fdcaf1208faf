/** What a pattern of a `REGEX` constraint may cost. Beyond these bounds, it never matches. */
export const patternLimits = {
  /** Characters of a pattern. */
  characters: 500,
  /** Steps of a pattern after its repetitions are written out: `(ab){100}` has more than 200. */
  steps: 1_000,
  /** Characters of the text that a pattern is searched in. */
  text: 4_096,
} as const

/** Steps times characters that one evaluation may take for all its patterns and searches together. */
const MOST_WORK = 2_000_000

type Search = (text: string) => boolean

let work = 0

/** Starts the count of what patterns cost. Evaluations are synchronous, so one count is enough. */
export function startPatternWork() {
  work = 0
}

/** Counts work, and returns whether the evaluation can still afford it. */
function canAfford(steps: number): boolean {
  work += steps
  return work <= MOST_WORK
}

/** Searching a text for a value takes this much less than a step of a pattern. */
const SEARCHED_PER_STEP = 20
/** The cost of shorter texts is negligible. */
export const LONG_TEXT = 256

/** Whether a text can still be searched for so many values. */
export const canSearch = (text: string, values: number): boolean =>
  text.length < LONG_TEXT || canAfford((text.length * values) / SEARCHED_PER_STEP)

/** Searches for the pattern as long as pattern, text and evaluation stay within the bounds. */
export function boundedSearch(
  pattern: string,
  compile: (pattern: string) => Search | undefined,
): Search | undefined {
  if (isTooLarge(pattern)) return undefined
  const steps = patternSteps(pattern)
  const find = compile(pattern)
  return (
    find &&
    ((text) => {
      if (text.length > patternLimits.text) return false
      return canAfford(steps * text.length) && find(text)
    })
  )
}

export const isTooLarge = (pattern: string): boolean =>
  pattern.length > patternLimits.characters || patternSteps(pattern) > patternLimits.steps

const TOKEN = new RegExp(
  [
    /\\Q[\s\S]*?(?:\\E|$)/,
    /\\(?:[pPx]\{[^}]*\}|[\s\S])/,
    /\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]/,
    /\{(?<least>\d+)(?:,(?<most>\d*))?\}/,
    /\(\?(?:P?<[^>]*>|[\w-]*[:)])/,
    /[\s\S]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

/**
 * An upper bound for the size of the compiled program, without compiling: nested repetitions multiply, and a program of
 * millions of steps would take seconds to build.
 */
export function patternSteps(pattern: string): number {
  const groups: number[] = []
  let [before, last] = [0, 0]
  const add = (steps: number) => {
    before += last
    last = steps
  }
  for (const { 0: token, groups: repeat } of pattern.matchAll(TOKEN)) {
    const isGroup = token.startsWith('(')
    if (repeat?.least !== undefined) last *= timesOf(repeat.least, repeat.most)
    else if (token === '*' || token === '+' || token === '?') last += 1
    else if (isGroup && token.endsWith(')'))
      continue // Flags such as (?i): a repetition after them is that of what came before.
    else if (isGroup) {
      groups.push(before + last)
      ;[before, last] = [0, 0]
    } else if (token === ')') {
      const inner = before + last + 2
      ;[before, last] = [groups.pop() ?? 0, inner]
    } else add(token.startsWith('\\Q') ? token.length : 1)
  }
  return groups.reduce((sum, steps) => sum + steps, before + last)
}

/** Optional repetitions have a branch each. */
function timesOf(least: string, most: string | undefined): number {
  const count = Number(least)
  const last = most ? Number(most) : count
  return Math.max(1, last + Math.max(0, last - count))
}
