import { translator } from '../../../messages/messages.ts'

/** Texts of the segment pages. */
const messages = {
  'segments.title': 'Segments',
  'segments.text': 'Reusable groups of users. A change to a segment takes effect in every rule that uses it.',
  'segments.count': '{count, number} of {limit, number}',
  'segments.new': 'New segment',
  'segments.filter': 'Filter segments',
  'segments.name': 'Name',
  'segments.nameAndPlace': 'Name and scope',
  'segments.nameMissing': 'Enter a name.',
  'segments.description': 'Description',
  'segments.used': 'Used in',
  'segments.scope': 'Scope',
  'segments.created': 'Created',
  'segments.by': 'By',
  'segments.global': 'All projects',
  'segments.uses':
    '{flags, plural, one {# flag} other {# flags}}{projects, plural, =0 {} =1 {} other { in # projects}}',
  'segments.unused': 'not used',
  'segments.usedIn':
    '{rules, plural, =0 {not used yet} one {used in # rule} other {used in # rules}}{flags, plural, =0 {} one { of # flag} other { of # flags}}',
  'segments.empty': 'No segments yet',
  'segments.emptyText': 'Define a group of users once and use it in many rules.',
  'segments.saved': 'Segment {name} saved',
  'segments.deleted': 'Segment {name} deleted',
  'segments.delete': 'Delete segment',
  'segments.deleteTitle': 'Delete {name}?',
  'segments.deleteText': 'No rules use it.',
  'segments.inUseTitle': '{name} can’t be deleted yet',
  'segments.inUseText': 'These rules use it. Remove it from them first.',
  'segments.edit': 'Edit segment',
  'segments.who': 'Who',
  'segments.whoHint': 'All conditions must be met. {values, number} of {limit, number} values.',
  'segments.sentence': 'In <segment></segment> when <who></who>',
  'segments.unnamed': 'the segment',
  'segments.rules': 'Rules that use it',
  'segments.rulesHint': 'A change affects all of them at once.',
  'segments.save': 'Save segment',
  'segments.saveRules': 'Save segment, {rules, plural, one {# rule changes} other {# rules change}}',
  'segments.create': 'Create segment',
  'segments.limits': 'Limits',
  'segments.limitsText':
    '{values, number} of {mostValues, number} values, {segments, number} of {mostSegments, number} segments',
  'try.title': 'Try a context',
  'try.placeholder': 'userId or paste a context',
  'try.label': 'A context to try',
  'try.hint': 'A user id, country=NO plan=team, or JSON.',
  'try.in': 'is in the segment',
  'try.out': 'is not in the segment',
  'try.joins': 'joins',
  'try.leaves': 'leaves',
  'try.unread': 'This isn’t a valid context.',
} as const

export const t = translator(messages)
export const sentence = messages['segments.sentence']
