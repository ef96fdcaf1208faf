export type { Letter } from './letter.ts'
export {
  digest,
  gettingStarted,
  notified,
  resetPassword,
  reviewRequested,
  tokenExpiring,
} from './letters.ts'
export { checkMail, openMailer } from './mailer.ts'
