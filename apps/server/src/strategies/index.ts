export { holdParameters, selectRuleUses } from './queries.ts'
