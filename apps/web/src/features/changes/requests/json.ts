export type JsonLine = { sign: '+' | '-' | ''; text: string; key: string }

const linesOf = (value: unknown): string[] =>
  value === undefined ? [] : JSON.stringify(value, null, 2).split('\n')

/** Two values as JSON, line by line: common lines once, the others with a sign. */
export function jsonLines(before: unknown, after: unknown): JsonLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const common = commonLengths(old, now)
  const lines: Omit<JsonLine, 'key'>[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [a, b] = [old[i], now[j]]
    if (a !== undefined && a === b) {
      lines.push({ sign: '', text: a })
      i += 1
      j += 1
    } else if (a !== undefined && (b === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ sign: '-', text: a })
      i += 1
    } else {
      lines.push({ sign: '+', text: b ?? '' })
      j += 1
    }
  }
  return lines.map((line, index) => ({ ...line, key: String(index) }))
}

const at = (table: readonly number[][], i: number, j: number) => table[i]?.[j] ?? 0

/** The length of the longest common subsequence from each pair of positions on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table: number[][] = Array.from({ length: old.length + 1 }, () => [])
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = table[i] ?? []
    for (let j = now.length - 1; j >= 0; j -= 1)
      row[j] =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), row[j + 1] ?? 0)
  }
  return table
}
