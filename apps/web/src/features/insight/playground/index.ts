export { Why } from './Why.tsx'
export { reasonWords } from './words.ts'
