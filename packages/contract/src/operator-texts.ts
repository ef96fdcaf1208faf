import type { Constraint } from './common.ts'

type Operator = Constraint['operator']

/** Operators of constraints in words, as they are and inverted. */
export const operatorTexts = {
  IN: ['is', 'is not'],
  NOT_IN: ['is not', 'is'],
  STR_STARTS_WITH: ['starts with', 'does not start with'],
  STR_ENDS_WITH: ['ends with', 'does not end with'],
  STR_CONTAINS: ['contains', 'does not contain'],
  NUM_EQ: ['equals', 'does not equal'],
  NUM_GT: ['is more than', 'is not more than'],
  NUM_GTE: ['is at least', 'is not at least'],
  NUM_LT: ['is less than', 'is not less than'],
  NUM_LTE: ['is at most', 'is not at most'],
  DATE_AFTER: ['is after', 'is not after'],
  DATE_BEFORE: ['is before', 'is not before'],
  SEMVER_EQ: ['is version', 'is not version'],
  SEMVER_GT: ['is newer than', 'is not newer than'],
  SEMVER_GTE: ['at least', 'is not at least'],
  SEMVER_LT: ['is older than', 'is not older than'],
  SEMVER_LTE: ['at most', 'is not at most'],
  REGEX: ['matches', 'does not match'],
  IN_CIDR: ['is in range', 'is not in range'],
} as const satisfies Record<Operator, readonly [plain: string, inverted: string]>
