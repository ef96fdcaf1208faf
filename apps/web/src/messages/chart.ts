import { translator } from './messages.ts'

/** Texts of line charts. */
const messages = {
  'chart.values': 'Values of {title}',
  'chart.at': '{time}: {values}',
  'chart.value': '{name} {value}',
  'chart.none': 'no data',
  'chart.table': 'Show as table',
  'chart.time': 'Time',
} as const

export const t = translator(messages)
