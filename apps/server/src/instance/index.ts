export { toContexts } from './sample/columns.ts'
export { type Modes, pseudonymiser } from './sample/modes.ts'
export type { StoredBatch } from './sample/queries.ts'
export { readSampled } from './sample/sampled.ts'
