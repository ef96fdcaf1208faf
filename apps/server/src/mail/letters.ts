import type { Letter } from './letter.ts'

type Link = { name: string; url: string; hours: number }

export const gettingStarted = ({ name, url, hours }: Link): Letter => ({
  subject: 'Your Flagstaff account',
  paragraphs: [
    `Hello ${name},`,
    'an account was made for you on Flagstaff, where feature flags are managed. Choose a password to get in.',
  ],
  action: { label: 'Choose a password', url },
  notes: [
    `The link works once, within ${inHours(hours)}. After that, ask an administrator for a new one.`,
    'If you did not expect this, you need do nothing.',
  ],
})

export const resetPassword = ({ name, url, hours }: Link): Letter => ({
  subject: 'Choose a new Flagstaff password',
  paragraphs: [
    `Hello ${name},`,
    'somebody asked for a new password for your Flagstaff account. Until you choose one, the old password works.',
  ],
  action: { label: 'Choose a new password', url },
  notes: [
    `The link works once, within ${inHours(hours)}.`,
    'If it was not you, you need do nothing: without this mail nobody gets further.',
  ],
})

type Ending = { name: string; description: string; expiresAt: Date; owner?: string | undefined; url: string }

/** With an `owner` the token is one of a service account, and the reader an administrator. */
export const tokenExpiring = ({ name, description, expiresAt, owner, url }: Ending): Letter => ({
  subject: owner
    ? `The token “${description}” of ${owner} ends soon`
    : `Your token “${description}” ends soon`,
  paragraphs: [
    `Hello ${name},`,
    `${owner ? `the token “${description}” of the service account ${owner}` : `your personal token “${description}”`} ends on ${day(expiresAt)}. What uses it will be refused from then on. Make a new one in time, and delete the old one when nothing uses it any more.`,
  ],
  action: { label: owner ? 'Open the service accounts' : 'Open your tokens', url },
  notes: ['You get this because the token has an end. Nothing happens before it.'],
})

const inHours = (hours: number) => (hours === 1 ? 'an hour' : `${hours} hours`)

const day = (moment: Date) =>
  moment.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).concat(' (UTC)')
