export { createSegment, deleteSegment, updateSegment } from './commands.ts'
export { findSegment } from './queries.ts'
