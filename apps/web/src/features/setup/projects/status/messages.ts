import { translator } from '../../../../messages/messages.ts'

/** Texts of the project status. */
const messages = {
  title: 'Status of {name}',

  'health.title': 'Health',
  'health.text': 'of flags need no clean-up',
  'health.stale':
    '{count, plural, =0 {No flag is stale or overdue.} one {# flag is stale or overdue} other {# flags are stale or overdue}}',

  'stages.title': 'Lifecycle',
  'stages.stage': 'Stage',
  'stages.flags': 'Flags',
  'stages.stay': 'Average time',
  'stages.lately': '{count, plural, =0 {none} other {#}} in 30 days',
  'stages.show': '{count, plural, one {# flag} other {# flags}} in {stage}: show',

  'resources.title': 'Resources',
  'resources.members': '{count, plural, one {# member} other {# members}}',
  'resources.tokens': '{count, plural, one {# API token} other {# API tokens}}',
  'resources.segments': '{count, plural, one {# project segment} other {# project segments}}',

  'activity.title': 'Activity',
  'activity.sum': '{count, plural, one {# change} other {# changes}} in the last {weeks, number} weeks',
  'activity.most': 'most on {day}: {count, number}',
  'activity.day': '{day}: {count, plural, one {# change} other {# changes}}',
  'activity.less': 'less',
  'activity.more': 'more',
} as const

export const t = translator(messages)
