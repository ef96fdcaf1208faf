export { useFoundFlags } from './useFoundFlags.ts'
export { useNearFlags } from './useNearFlags.ts'
