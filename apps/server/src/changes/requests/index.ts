export { previewChanges, type Rehearsed, rehearseRequest } from './preview/commands.ts'
export { findProjectOf } from './queries.ts'
