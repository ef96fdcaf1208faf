export { EventDiff } from './EventDiff.tsx'
// The log of one flag or project, for their pages.
export { EventLog } from './EventLog.tsx'
export { readLogSearch } from './search.ts'
export { Sentence } from './sentence.tsx'
export { useRevert } from './useRevert.tsx'
