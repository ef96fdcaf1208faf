import { lineThrough } from '../lib/sparkline.ts'

type SparkProps = { values: readonly number[]; width: number; height: number }

/** A sparkline of recent values; the numbers are next to it. */
export function Spark({ values, width, height }: SparkProps) {
  const line = lineThrough(values, { width, height })
  return (
    <svg width={width} height={height + 2} viewBox={`0 -1 ${width} ${height + 2}`} aria-hidden="true">
      <path d={`${line}V${height}H0Z`} fill="var(--accent-soft)" />
      <path d={line} fill="none" stroke="var(--spark)" strokeWidth={1.25} />
    </svg>
  )
}
