import { translator } from '../../../../messages/messages.ts'

/** Texts of the flag metrics page. */
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
  'show.label': 'Display',
  'show.both': 'Both',
  'show.chart': 'Chart',
  'show.table': 'Table',

  'figure.all': 'evaluations',
  'figure.on': 'answered on, {count, number}',
  'figure.apps': '{count, plural, one {application} other {applications}}',
  'figure.seen': 'last evaluation',
  'figure.never': 'never',

  'chart.hour': 'Evaluations per hour',
  'chart.day': 'Evaluations per day',
  'chart.text': '{title}: {count, number} in total, {share} of them on. The table shows the same data.',
  'chart.on': 'on',
  'chart.off': 'off',
  'chart.others': 'other variants',
  'chart.step': '{when}: {parts}',
  'chart.now': 'in progress',

  'marks.label': 'Changes in this period',
  'marks.none': 'No changes affected the results in this period.',
  'marks.one': 'Change {number, number}, {when}: {what}',
  'marks.some': 'Changes {first, number}–{last, number}, from {when}',
  'marks.numbers': '{first, number}–{last, number}',
  'marks.open': 'Show in the event log',

  'table.label': 'Evaluations in figures',
  'table.hour': 'Hour',
  'table.day': 'Day (UTC)',
  'table.all': 'Evaluations',
  'table.on': 'On',
  'table.off': 'Off',
  'table.share': 'On share',

  'part.apps': 'By application',
  'part.environments': 'By environment',
  'part.answers': 'Results',
  'part.on': '{share} on',
  'part.off': 'off',
  'part.none': 'Never evaluated',
  'part.kept': 'Retention',
  'part.keptText':
    'Hourly for 48 h, daily for a year. Counts are stored before the SDK gets its reply. Refreshed every minute.',

  'empty.title': 'No application evaluated {flag} in this period',
  'empty.titleIn': 'No application evaluated {flag} in {environment} in this period',
  'empty.text':
    'SDKs send evaluation counts about once a minute, unless metrics are turned off. The API token determines the environment.',
  'empty.code': 'Show example code',
  'empty.longer': 'Show the last 90 days',
  'empty.snippet': 'Example report',
} as const

export const t = translator(messages)
