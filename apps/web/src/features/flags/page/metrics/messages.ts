import { translator } from '../../../../messages/messages.ts'

/** What the page about a flag's use says. */
const messages = {
  'range.label': 'Period',
  'range.1': '1 h',
  'range.24': '24 h',
  'range.48': '48 h',
  'range.168': '7 d',
  'range.720': '30 d',
  'range.2160': '90 d',
  'choose.environment': 'Environment',
  'choose.everywhere': 'All environments',
  'choose.app': 'Application',
  'choose.allApps': '{count, plural, =0 {All applications} one {# application} other {All # applications}}',
  'choose.split': 'Split by',
  'split.answers': 'On and off',
  'split.variants': 'Variants',
  'show.label': 'Shown as',
  'show.both': 'Both',
  'show.chart': 'Chart',
  'show.table': 'Table',

  'figure.all': 'evaluations',
  'figure.on': 'answered on, {count, number}',
  'figure.apps': '{count, plural, one {application asks} other {applications ask}}',
  'figure.seen': 'last evaluation',
  'figure.never': 'never',

  'chart.hour': 'Evaluations per hour',
  'chart.day': 'Evaluations per day',
  'chart.text': '{title}: {count, number} in all, {share} of them on. The table says the same in figures.',
  'chart.on': 'on',
  'chart.off': 'off',
  'chart.others': 'other variants',
  'chart.step': '{when}: {parts}',
  'chart.now': 'still running',

  'marks.label': 'Changes in this period',
  'marks.none': 'Nothing that changes answers happened in this period.',
  'marks.one': 'Change {number, number}, {when}: {what}',
  'marks.some': 'Changes {first, number}–{last, number}, from {when}',
  'marks.numbers': '{first, number}–{last, number}',
  'marks.open': 'Show in the log',

  'table.label': 'Evaluations in figures',
  'table.hour': 'Hour',
  'table.day': 'Day (UTC)',
  'table.all': 'Evaluations',
  'table.on': 'On',
  'table.off': 'Off',
  'table.share': 'On share',

  'part.apps': 'By application',
  'part.environments': 'By environment',
  'part.answers': 'Answers',
  'part.on': '{share} on',
  'part.off': 'off',
  'part.none': 'Never evaluated',
  'part.kept': 'Kept',
  'part.keptText':
    'By the hour for 48 h, by the day for a year. A count is stored before the SDK is told so. Read again every minute.',

  'empty.title': 'No application evaluated {flag} in this period',
  'empty.titleIn': 'No application evaluated {flag} in {environment} in this period',
  'empty.text':
    'SDKs count answers and send the sums about once a minute by themselves, unless metrics are turned off in them. The token says for which environment.',
  'empty.code': 'How to ask for it',
  'empty.longer': 'Look at the last 90 days',
  'empty.snippet': 'What an SDK sends',
} as const

export const t = translator(messages)
