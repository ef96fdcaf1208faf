export { createSegment, updateSegment } from './commands.ts'
