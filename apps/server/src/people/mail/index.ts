export { gettingStarted, resetPassword, tokenExpiring } from './letters.ts'
export { type Mailer, openMailer } from './mailer.ts'
