export { holdParameters, listStrategies, selectRuleUses } from './queries.ts'
