// For comparisons and imports, which show rules and their changes.
export { diffPlans, type PlanContent } from './plans/planDiff.tsx'
export { RuleSentence, type SegmentNames } from './rules/RuleSentence.tsx'
export { bodyOf, type Rule } from './rules/rule.ts'
export { diffRules } from './rules/ruleDiff.tsx'
export { saySafeguard } from './safeguards/say.ts'
