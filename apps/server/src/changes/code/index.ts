export { readLocked } from './locked.ts'
