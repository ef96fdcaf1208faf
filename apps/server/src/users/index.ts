export { firstAdmin } from './first-admin.ts'
