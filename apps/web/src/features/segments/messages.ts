import { translator } from '../../messages/messages.ts'

/** What the segment screens say. */
const messages = {
  'segments.title': 'Segments',
  'segments.text': 'Reusable groups of users. A change to a segment takes effect in every rule that uses it.',
  'segments.count': '{count, number} of {limit, number}',
  'segments.new': 'New segment',
  'segments.filter': 'Filter segments',
  'segments.name': 'Name',
  'segments.nameAndPlace': 'Name and place',
  'segments.nameMissing': 'Give it a name.',
  'segments.description': 'Description',
  'segments.used': 'Used in',
  'segments.scope': 'Where',
  'segments.created': 'Created',
  'segments.by': 'By',
  'segments.global': 'All projects',
  'segments.uses':
    '{flags, plural, one {# flag} other {# flags}}{projects, plural, =0 {} =1 {} other { in # projects}}',
  'segments.unused': 'not used',
  'segments.usedIn':
    '{rules, plural, =0 {not used yet} one {used in # rule} other {used in # rules}}{flags, plural, =0 {} one { of # flag} other { of # flags}}',
  'segments.empty': 'No segments yet',
  'segments.emptyText': 'A segment names a group of people once, so that many rules can use it.',
  'segments.saved': 'Segment {name} saved',
  'segments.deleted': 'Segment {name} deleted',
  'segments.delete': 'Delete segment',
  'segments.deleteTitle': 'Delete {name}?',
  'segments.deleteText': 'Nothing uses it at present.',
  'segments.inUseTitle': '{name} cannot be deleted yet',
  'segments.inUseText': 'These rules use it. Take it out of them first.',
  'segments.edit': 'Edit segment',
  'segments.who': 'Who',
  'segments.whoHint': 'All of these must hold. {values, number} of {limit, number} values.',
  'segments.sentence': 'In <segment></segment> when <who></who>',
  'segments.unnamed': 'the segment',
  'segments.rules': 'Rules that use it',
  'segments.rulesHint': 'A change takes effect in all of them at once.',
  'segments.save': 'Save segment',
  'segments.saveRules': 'Save segment, {rules, plural, one {# rule changes} other {# rules change}}',
  'segments.create': 'Create segment',
  'segments.limits': 'Limits',
  'segments.limitsText':
    '{values, number} of {mostValues, number} values, {segments, number} of {mostSegments, number} segments',
  'try.title': 'Try one',
  'try.placeholder': 'userId or paste a context',
  'try.label': 'A context to try',
  'try.hint': 'A user id, country=NO plan=team, or JSON.',
  'try.in': 'is in it',
  'try.out': 'is not in it',
  'try.joins': 'joins',
  'try.leaves': 'leaves',
  'try.unread': 'This cannot be read as a context.',
} as const

export const t = translator(messages)
export const sentence = messages['segments.sentence']
