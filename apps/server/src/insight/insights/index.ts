export { type MonthFigures, readMonth } from './month.ts'
