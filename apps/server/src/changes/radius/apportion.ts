/** Rounds parts to whole numbers that add up to the rounded sum. */
export function apportion<Key>(parts: ReadonlyMap<Key, number>): Map<Key, number> {
  const sum = [...parts.values()].reduce((total, part) => total + part, 0)
  const whole = new Map([...parts].map(([key, part]) => [key, Math.floor(part)]))
  let left = Math.round(sum) - [...whole.values()].reduce((total, part) => total + part, 0)
  const byRest = [...parts].sort(([, one], [, other]) => (other % 1) - (one % 1))
  for (const [key] of byRest) {
    if (left <= 0) break
    whole.set(key, (whole.get(key) ?? 0) + 1)
    left -= 1
  }
  return whole
}
