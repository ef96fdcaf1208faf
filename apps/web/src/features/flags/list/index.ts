export { useFoundFlags } from './useFoundFlags.ts'
