export { previewChanges, type Rehearsed, rehearseRequest } from './preview/commands.ts'
