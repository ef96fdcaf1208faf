export { RequestRadius, RuleRadius } from './lazy.ts'
