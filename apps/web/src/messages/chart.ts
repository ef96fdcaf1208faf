import { translator } from './messages.ts'

/** Texts of charts. */
const messages = {
  'chart.values': 'Values of {title}',
  'chart.at': '{time}: {values}',
  'chart.value': '{name} {value}',
  'chart.none': 'no data',
  'chart.table': 'Show as table',
  'chart.time': 'Time',
  'chart.toTable': 'Show {title} as table',
  'chart.toChart': 'Show {title} as chart',
  'chart.empty': 'No data in this period',
  'chart.zero': 'Nothing in this period',
} as const

export const t = translator(messages)
