/** Moves the row `name` to another position. */
export function moveTo<Row extends { name: string }>(
  rows: readonly Row[],
  name: string,
  place: number,
): Row[] {
  const moved = rows.find((row) => row.name === name)
  if (!moved) return [...rows]
  const rest = rows.filter((row) => row !== moved)
  const at = Math.min(Math.max(place, 0), rest.length)
  return [...rest.slice(0, at), moved, ...rest.slice(at)]
}

/** In the format of the server: numbered from one. */
export const orderOf = (rows: readonly { name: string }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name }, index) => [name, index + 1]))
