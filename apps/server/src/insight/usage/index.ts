export { type ImpactWriter, openImpact } from './impact/intake.ts'
export { prepareUsage, usageUpkeep } from './jobs.ts'
export { openUnknownNames } from './unknown/names.ts'
export { listUnknown } from './unknown/queries.ts'
