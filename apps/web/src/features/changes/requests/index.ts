// For the badge in the navigation.
export { actionableCount } from './actionable.ts'
