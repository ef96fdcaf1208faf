export { NotificationPanel } from './lazy.ts'
