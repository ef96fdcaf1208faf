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
