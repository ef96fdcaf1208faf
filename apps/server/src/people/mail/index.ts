export type { Letter } from './letter.ts'
export {
  accessRequested,
  digest,
  gettingStarted,
  type MonthFigures,
  notified,
  productivityReport,
  resetPassword,
  reviewRequested,
  signedInAnew,
  tokenExpiring,
} from './letters.ts'
export { checkMail, openMailer } from './mailer.ts'
