export type Values = readonly (number | null)[]
export type ChartLine = { key: string; name: string; values: Values }

/** Three to six round numbers that enclose the values. With `fromZero`, the axis starts at zero. */
export function axisOf(lines: readonly { values: Values }[], fromZero: boolean): number[] {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null))
  const most = Math.max(...known, fromZero ? 0 : Number.NEGATIVE_INFINITY)
  const least = Math.min(...known, fromZero ? 0 : Number.POSITIVE_INFINITY)
  const [low, high] = known.length === 0 ? [0, 1] : padded(least, most)
  const step = roundStep((high - low) / 4)
  const first = Math.floor(low / step + TOLERANCE)
  const count = Math.ceil(high / step - TOLERANCE) - first
  // Multiplied instead of added up, so that no rounding errors are shown.
  return Array.from({ length: count + 1 }, (_, index) => clean((first + index) * step))
}

const TOLERANCE = 1e-9

/** A flat line needs some space around it. */
const padded = (least: number, most: number): [number, number] => {
  if (least < most) return [least, most]
  if (least === 0) return [0, 1]
  return least > 0 ? [0, most] : [least, 0]
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return (([1, 2, 5, 10].find((one) => one * power >= rough - rough * TOLERANCE) ?? 10) * power) as number
}

const clean = (value: number) => Number(value.toPrecision(12))

/** An SVG path with a gap where there is no data. */
export function pathOf(
  values: Values,
  toX: (index: number) => number,
  toY: (value: number) => number,
): string {
  const parts: string[] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const isStart = index === 0 || values[index - 1] === null
    parts.push(`${isStart ? 'M' : 'L'}${toX(index).toFixed(1)},${toY(value).toFixed(1)}`)
  }
  return parts.join('')
}

/** Values without a neighbour: a path does not show them, so they need a dot. */
export const lonely = (values: Values): number[] =>
  values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
      ? [index]
      : [],
  )

/** Moves labels apart that would cover each other, and keeps them in their order. */
export function spread(places: readonly number[], apart: number, most: number): number[] {
  const order = places.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at)
  const moved: number[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const { at, index } of order) {
    last = Math.max(at, last + apart)
    moved[index] = last
  }
  // What was pushed over the end goes back, and pushes the others.
  let limit = most
  for (const { index } of order.reverse()) {
    limit = Math.min(moved[index] ?? 0, limit)
    moved[index] = limit
    limit -= apart
  }
  return moved
}

/** Evenly spaced steps with a label below the axis. */
export function labelledSteps(count: number, width: number, labelWidth = 88): number[] {
  const room = Math.max(1, Math.floor(width / labelWidth))
  const apart = Math.max(1, Math.ceil(count / room))
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % apart === 0)
}

/** From where to where each value reaches if the series are stacked; negative values are stacked downwards. */
export function stackOf(series: readonly Values[]): [from: number, to: number][][] {
  const above: number[] = []
  const below: number[] = []
  return series.map((values) =>
    values.map((value, index) => {
      const side = (value ?? 0) < 0 ? below : above
      const from = side[index] ?? 0
      const to = from + (value ?? 0)
      side[index] = to
      return [from, to]
    }),
  )
}

/** The round numbers of an axis that encloses the stacks. */
export const axisOfStack = (series: readonly Values[]): number[] =>
  axisOf(
    stackOf(series).map((spans) => ({ values: spans.map(([, to]) => to) })),
    true,
  )
