import type { Letter } from './letter.ts'

type Link = { name: string; url: string; hours: number }

export const gettingStarted = ({ name, url, hours }: Link): Letter => ({
  subject: 'Your Flagstaff account',
  paragraphs: [
    `Hello ${name},`,
    'You have a new account on Flagstaff, a tool for managing feature flags. Choose a password to sign in.',
  ],
  action: { label: 'Choose a password', url },
  notes: [
    `The link works once and expires in ${inHours(hours)}. After that, ask an administrator for a new one.`,
    'If you did not expect this email, you can ignore it.',
  ],
})

export const resetPassword = ({ name, url, hours }: Link): Letter => ({
  subject: 'Choose a new Flagstaff password',
  paragraphs: [
    `Hello ${name},`,
    'Someone asked to reset the password of your Flagstaff account. Your current password works until you choose a new one.',
  ],
  action: { label: 'Choose a new password', url },
  notes: [
    `The link works once and expires in ${inHours(hours)}.`,
    'If you did not ask for this, you can ignore this email. Your password can only be reset with this link.',
  ],
})

type Ending = { name: string; description: string; expiresAt: Date; owner?: string | undefined; url: string }

/** With an `owner`, the token belongs to a service account, and the recipient is an administrator. */
export const tokenExpiring = ({ name, description, expiresAt, owner, url }: Ending): Letter => ({
  subject: owner
    ? `The token “${description}” of ${owner} expires soon`
    : `Your token “${description}” expires soon`,
  paragraphs: [
    `Hello ${name},`,
    `${owner ? `The token “${description}” of the service account ${owner}` : `Your personal token “${description}”`} expires on ${day(expiresAt)}. After that, requests with this token are rejected. Create a new token before then, and delete the old one when it is no longer in use.`,
  ],
  action: { label: owner ? 'Open service accounts' : 'Open your tokens', url },
  notes: ['The token works as usual until it expires.'],
})

type Review = { name: string; author: string; title: string; place: string; url: string }

export const reviewRequested = ({ name, author, title, place, url }: Review): Letter => ({
  subject: `${author} asks you to review “${title}”`,
  paragraphs: [
    `Hello ${name},`,
    `${author} asks you to review a change request in ${place}: “${title}”. Nothing changes before it is approved and applied.`,
  ],
  action: { label: 'Open the change request', url },
  notes: ['You can approve it, reject it or ask a question there.'],
})

type Asked = { name: string; email: string; url: string }

export const accessRequested = ({ name, email, url }: Asked): Letter => ({
  subject: `${email} asks for access to Flagstaff`,
  paragraphs: [
    `Hello ${name},`,
    `${email} tried to sign in, but has no account. Approve the request to create one, or reject it.`,
  ],
  action: { label: 'Open the request', url },
  notes: ['You get this email because you are an administrator.'],
})

type NewSignIn = { name: string; browser: string; ip: string | undefined; at: Date; url: string }

export const signedInAnew = ({ name, browser, ip, at, url }: NewSignIn): Letter => ({
  subject: 'New sign-in to your Flagstaff account',
  paragraphs: [
    `Hello ${name},`,
    `Your account was used with a browser that it had not been used with before: ${browser}${ip ? `, from the address ${ip}` : ''}, on ${day(at)}.`,
    'If this was you, there is nothing to do. Otherwise end the session and change your password.',
  ],
  action: { label: 'Open your sessions', url },
  notes: [],
})

type Notified = { name: string; messages: readonly string[]; url: string }

/** One notification, or several of the same kind. */
export const notified = ({ name, messages, url }: Notified): Letter => ({
  subject: messages.length === 1 ? (messages[0] ?? '') : `${messages.length} notifications: ${messages[0]}`,
  paragraphs: [`Hello ${name},`, ...listed(messages)],
  action: { label: messages.length === 1 ? 'Open in Flagstaff' : 'Open notifications', url },
  notes: [],
})

export const digest = ({ name, messages, url }: Notified): Letter => ({
  subject:
    messages.length === 1
      ? 'Your notification of the day'
      : `Your ${messages.length} notifications of the day`,
  paragraphs: [`Hello ${name},`, ...listed(messages)],
  action: { label: 'Open notifications', url },
  notes: ['This email is sent once a day, if there is something that you have not read.'],
})

/** What happened in a month in the projects that someone can see, and the flags at its end. */
export type MonthFigures = {
  created: number
  archived: number
  /** Changes in environments of the type production. */
  changes: number
  /** Flags that were turned on in production for the first time. */
  reached: number
  /** Average days from creation to production; null if no flag got there. */
  days: number | null
  flags: number
  /** Flags that are stale or potentially stale. */
  stale: number
  health: number
}
type Report = { name: string; month: string; now: MonthFigures; before: MonthFigures; url: string }

/** With the figures of a month and of the one before. */
export const productivityReport = ({ name, month, now, before, url }: Report): Letter => ({
  subject: `Your Flagstaff report for ${month}`,
  paragraphs: [
    `Hello ${name},`,
    `This is what happened in ${month} in the projects that you can see. The month before is in brackets.`,
    `Health: ${now.health} % (${before.health} %). ${now.stale} of ${now.flags} flags are stale or potentially stale.`,
    `Flags created: ${now.created} (${before.created}).`,
    `Flags archived: ${now.archived} (${before.archived}).`,
    `Flags that reached production: ${reached(now)} (${reached(before)}).`,
    `Changes in production: ${now.changes} (${before.changes}).`,
  ],
  action: { label: 'Open insights', url },
  notes: ['This email is sent on the first day of each month.'],
})

const reached = ({ reached: count, days }: MonthFigures) =>
  days === null ? String(count) : `${count}, ${days} days after they were created on average`

const MOST_LISTED = 20

function listed(messages: readonly string[]): string[] {
  const more = messages.length - MOST_LISTED
  return [
    ...messages.slice(0, MOST_LISTED).map((message) => `${message}.`),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
}

const inHours = (hours: number) => (hours === 1 ? 'an hour' : `${hours} hours`)

const day = (moment: Date) =>
  moment.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).concat(' (UTC)')
