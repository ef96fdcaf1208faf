export { FlagCharts } from './lazy.ts'
