import type { Constraint } from '@flagstaff/contract/common'
import { operatorTexts } from '@flagstaff/contract/operator-texts'
import { formatMessage, translator } from '../../../messages/messages.ts'

/** Texts for showing and editing constraints. */
const messages = {
  'sentence.everyone': 'everyone',
  'sentence.and': 'and',
  'sentence.or': 'or',
  'sentence.more': '+{count, number}',
  'sentence.moreOf': '{count, plural, one {# more value} other {# more values}} of {field}',
  'sentence.anyCase': 'ignoring case',
  'sentence.nothing': 'nothing yet',
  'kind.list': 'Value',
  'kind.text': 'Text',
  'kind.number': 'Number',
  'kind.date': 'Date',
  'kind.version': 'Version',
  'kind.pattern': 'Pattern',
  'kind.address': 'IP address',
  'constraint.type': 'Type a condition',
  'constraint.none': 'No conditions',
  'constraint.example': 'Type a condition, such as plan in team, business',
  'constraint.quick': 'Add a condition on',
  'constraint.add': 'Add a condition on {field}',
  'constraint.reads': 'Enter adds',
  'constraint.unread': 'Field, operator, values: country in NO, SE · appVersion at least 5.12.0 · age >= 18',
  'constraint.count': '{count, number} of {limit, number}',
  'constraint.remove': 'Remove the condition on {field}',
  'constraint.field': 'Context field',
  'constraint.operator': 'Operator',
  'constraint.values': 'Values',
  'constraint.value': 'Value',
  'constraint.legend': 'Condition on {field}',
  'constraint.invert': 'Negate',
  'constraint.case': 'Ignore case',
  'legal.legend': 'Values of {field}',
  'legal.search': 'Search the values of {field}',
  'legal.all': 'Select all',
  'legal.none': 'Select none',
  'legal.chosen': '{count, number} of {all, number}',
  'legal.gone': 'no longer allowed',
  'fault.empty': 'Add at least one value.',
  'fault.blank': 'Enter a value.',
  'fault.number': '“{value}” isn’t a number.',
  'fault.date': '“{value}” isn’t a date. Write it as 2026-11-10 or 2026-11-10T14:00:00Z.',
  'fault.version': '“{value}” isn’t a version. Write all three parts, as in 5.12.0.',
  'fault.address': '“{value}” isn’t an IP address or a range such as 10.0.0.0/8.',
  'fault.pattern': '“{value}” isn’t a regular expression.',
  'fault.patternLong':
    'A pattern has at most {limit, number} characters; this one has {count, number}. Split it.',
  'fault.patternLarge':
    'The repetitions are too large: written out, a pattern has at most {limit, number} steps.',
  'pattern.never':
    'A pattern of this rule is larger than patterns can be. Servers and edges never match it; SDKs still do. Make it smaller.',
  'fault.inverted': 'A pattern can’t be negated. Write the opposite pattern.',
  'fault.long': '“{value}” is longer than 100 characters.',
  'fault.many': 'At most {limit, number} values.',
  'fault.legal': '“{value}” isn’t one of the values {field} allows.',
  'ignored.here':
    '{count, number} of {total, plural, one {# application} other {# applications}} in this project {count, plural, one {uses} other {use}} an SDK that ignores this operator: {names}{more, plural, =0 {} other { and # more}}. The condition is never met there.',
  'ignored.operator':
    '{count, number} of {total, plural, one {# application} other {# applications}} in this project {count, plural, one {uses} other {use}} an SDK that ignores “{operator}”: {names}{more, plural, =0 {} other { and # more}}. The condition is never met there.',
  'ignored.date':
    'Node.js, browsers and OFREP compare the time of the evaluation here, and Java, Python, Ruby, Rust, .NET and Go compare {field}. Use currentTime.',
  'hint.date': 'That is {moment}.',
} as const

export type MessageKey = keyof typeof messages
export const t = translator(messages)

export const operatorText = (operator: Constraint['operator'], inverted = false): string =>
  formatMessage(operatorTexts[operator][inverted ? 1 : 0])
