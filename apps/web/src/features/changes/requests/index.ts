// For the badge in the navigation.
export { actionableCount } from './queries.ts'
