type Box = { width: number; height: number }

/** An SVG path through the values, scaled so that the maximum is at the top. */
export function lineThrough(values: readonly number[], { width, height }: Box): string {
  const most = Math.max(1, ...values)
  const across = values.length > 1 ? width / (values.length - 1) : 0
  return values
    .map((value, index) => {
      const y = height - (value / most) * height
      return `${index === 0 ? 'M' : 'L'}${(index * across).toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
