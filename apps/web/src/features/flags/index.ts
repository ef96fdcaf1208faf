// For comparisons and imports, which show rules and their changes.
export { RuleSentence, type SegmentNames } from './rules/RuleSentence.tsx'
export { bodyOf, type Rule } from './rules/rule.ts'
export { diffRules } from './rules/ruleDiff.tsx'
