export { gettingStarted, resetPassword, reviewRequested, tokenExpiring } from './letters.ts'
export { checkMail, type Mailer, openMailer } from './mailer.ts'
