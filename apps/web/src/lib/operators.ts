import type { Constraint } from '@flagstaff/contract/common'

export type Operator = Constraint['operator']
export type Kind = 'list' | 'text' | 'number' | 'date' | 'version' | 'pattern' | 'address'

/** All operators: the kind of value, and their spellings in typed constraints. */
export const operators: Record<Operator, { kind: Kind; typed: readonly string[] }> = {
  IN: { kind: 'list', typed: ['in', 'is', '='] },
  NOT_IN: { kind: 'list', typed: ['not in', 'is not', '!='] },
  STR_STARTS_WITH: { kind: 'text', typed: ['starts with'] },
  STR_ENDS_WITH: { kind: 'text', typed: ['ends with'] },
  STR_CONTAINS: { kind: 'text', typed: ['contains'] },
  NUM_EQ: { kind: 'number', typed: ['=='] },
  NUM_GT: { kind: 'number', typed: ['>'] },
  NUM_GTE: { kind: 'number', typed: ['>='] },
  NUM_LT: { kind: 'number', typed: ['<'] },
  NUM_LTE: { kind: 'number', typed: ['<='] },
  DATE_AFTER: { kind: 'date', typed: ['after'] },
  DATE_BEFORE: { kind: 'date', typed: ['before'] },
  SEMVER_EQ: { kind: 'version', typed: ['version ='] },
  SEMVER_GT: { kind: 'version', typed: ['version >'] },
  SEMVER_GTE: { kind: 'version', typed: ['version >=', 'at least'] },
  SEMVER_LT: { kind: 'version', typed: ['version <'] },
  SEMVER_LTE: { kind: 'version', typed: ['version <=', 'at most'] },
  REGEX: { kind: 'pattern', typed: ['matches'] },
  IN_CIDR: { kind: 'address', typed: ['in range'] },
}

export const operatorNames = Object.keys(operators) as Operator[]
export const takesList = (operator: Operator) =>
  ['list', 'text', 'address'].includes(operators[operator].kind)
export const minds = (operator: Operator) => ['text', 'pattern'].includes(operators[operator].kind)

/** Whether the constraint is negated. */
export const isNegative = ({ operator, inverted = false }: Constraint) => (operator === 'NOT_IN') !== inverted

type Field = { name: string; valueType?: string | undefined }
const kinds: Record<string, readonly Kind[]> = {
  string: ['list', 'text', 'pattern', 'address'],
  number: ['number', 'list'],
  semver: ['version', 'list'],
  date: ['list', 'text'],
  boolean: ['list'],
}

/** The kinds of operators that fit the type of the field; all if it has no type. */
export const fitting = (field: Field | undefined): readonly Kind[] =>
  field?.name === 'currentTime'
    ? ['date']
    : (kinds[field?.valueType ?? ''] ?? ['list', 'text', 'number', 'version', 'pattern', 'address'])

const usual: Record<Kind, Operator> = {
  list: 'IN',
  text: 'STR_CONTAINS',
  number: 'NUM_GTE',
  date: 'DATE_AFTER',
  version: 'SEMVER_GTE',
  pattern: 'REGEX',
  address: 'IN_CIDR',
}

export const blankConstraint = (contextName: string, operator: Operator): Constraint => ({
  contextName,
  operator,
  ...(takesList(operator) ? { values: [] } : { value: '' }),
  inverted: false,
  caseInsensitive: false,
})

/** A new constraint on the field with the most likely operator. */
export const blankFor = (field: Field): Constraint =>
  blankConstraint(field.name, usual[fitting(field)[0] ?? 'list'])
