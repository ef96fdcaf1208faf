const MOST = 5
const LEAST_PIECE = 4

/** Suggestions for a misspelt name: names that contain it or differ by a few typos, best first. */
export function suggest<Thing>(
  things: readonly Thing[],
  wanted: string,
  namesOf: (thing: Thing) => readonly string[],
): Thing[] {
  return things
    .map((thing) => ({ thing, away: Math.min(...namesOf(thing).map((name) => awayFrom(name, wanted))) }))
    .filter(({ away }) => away < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.away - b.away)
    .slice(0, MOST)
    .map(({ thing }) => thing)
}

/** Pieces of a misspelt name, of which one is probably correct: words, and long words in halves. */
export function piecesOf(name: string): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= LEAST_PIECE)
  const pieces = words.flatMap((word) => {
    const half = Math.floor(word.length / 2)
    return half >= 3 ? [word.slice(0, half), word.slice(half)] : [word]
  })
  return pieces.length > 0 ? pieces.slice(0, 10) : [name.replaceAll(',', '')]
}

function awayFrom(name: string, wanted: string): number {
  const [one, other] = [simple(name), simple(wanted)]
  const typos = distance(one, other)
  if (typos <= Math.max(1, Math.floor(other.length / 4))) return typos
  const isPart = (part: string, whole: string) => part.length >= LEAST_PIECE - 1 && whole.includes(part)
  return isPart(other, one) || isPart(one, other) ? typos : Number.POSITIVE_INFINITY
}

/** Case and separators are mixed up most often. */
const simple = (name: string) => name.toLowerCase().replace(/[\s._-]+/g, '-')

/** The number of edits: insertions, deletions, substitutions and transpositions (optimal string alignment distance). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
