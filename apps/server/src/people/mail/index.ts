export { gettingStarted, resetPassword, reviewRequested, tokenExpiring } from './letters.ts'
export { type Mailer, openMailer } from './mailer.ts'
