export { RequestRadius, RuleRadius, TryRequest } from './lazy.ts'
