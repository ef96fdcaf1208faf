import { Progress } from '@mantine/core'

type BarProps = {
  /** In percent. */
  value: number
  width?: number | string
  height?: number
  tone?: string
}

/** A progress bar, hidden from screen readers: they read the number next to it. */
export function Bar({ value, width = 56, height = 4, tone = 'var(--accent-text)' }: BarProps) {
  return (
    <Progress.Root size={height} w={width} radius={2} style={{ flex: 'none' }} aria-hidden="true">
      <Progress.Section withAria={false} value={value} color={tone} />
    </Progress.Root>
  )
}
