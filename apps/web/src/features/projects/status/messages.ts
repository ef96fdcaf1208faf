import { translator } from '../../../messages/messages.ts'

/** What the status of a project says. */
const messages = {
  title: 'Status of {name}',
  open: ': show the status of {name}',

  'health.title': 'Health',
  'health.text': 'of the flags need no clean-up',
  'health.stale':
    '{count, plural, =0 {No flag is stale or overdue.} one {# flag is stale or overdue} other {# flags are stale or overdue}}',

  'stages.title': 'Lifecycle',
  'stages.stage': 'Stage',
  'stages.flags': 'Flags',
  'stages.stay': 'Average stay',
  'stages.lately': '{count, plural, =0 {none} other {#}} in 30 days',
  'stages.show': '{count, plural, one {# flag} other {# flags}} in {stage}: show',

  'resources.title': 'Resources',
  'resources.members': '{count, plural, one {# member} other {# members}}',
  'resources.tokens': '{count, plural, one {# API token} other {# API tokens}}',
  'resources.segments': '{count, plural, one {# segment} other {# segments}} of its own',

  'activity.title': 'Activity',
  'activity.sum': '{count, plural, one {# change} other {# changes}} in the last {weeks, number} weeks',
  'activity.most': 'most on {day}: {count, number}',
  'activity.day': '{day}: {count, plural, one {# change} other {# changes}}',
  'activity.less': 'less',
  'activity.more': 'more',
} as const

export const t = translator(messages)
