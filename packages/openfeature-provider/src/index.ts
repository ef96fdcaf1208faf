/** OpenFeature provider that evaluates flags in the process. It uses `fetch` and no modules of Node. */

export type { FlagstaffOptions, SnapshotStore } from './options.ts'
export { FlagstaffProvider } from './provider.ts'
