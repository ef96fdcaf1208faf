/** Three to five round numbers from zero to at least the maximum. */
export function ticksTo(highest: number): number[] {
  const most = Math.max(1, highest)
  const power = 10 ** Math.floor(Math.log10(most / 4))
  const size = Math.max(1, [1, 2, 5, 10].map((step) => step * power).find((step) => most / step <= 4) ?? most)
  return Array.from({ length: Math.ceil(most / size) + 1 }, (_, index) => index * size)
}

const WIDTH_OF_LABEL = 84

/** The steps with a label: evenly spaced, always including the newest. */
export function labelled(count: number, width: number): number[] {
  const room = Math.max(1, Math.floor(width / WIDTH_OF_LABEL))
  const apart = [1, 2, 3, 4, 6, 7, 12, 14, 24, 30].find((step) => count / step <= room) ?? count
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % apart === 0,
  )
}
