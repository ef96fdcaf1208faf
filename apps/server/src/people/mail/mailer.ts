import { createTransport } from 'nodemailer'
import type { MailSettings } from '../../platform/settings/mail-settings.ts'
import { type Letter, toHtml, toText } from './letter.ts'

export type Recipient = { address: string; name?: string | undefined }

/** Sends emails through the configured SMTP server. */
type Mailer = (to: Recipient, letter: Letter) => Promise<void>

const PATIENCE_MS = 10_000

const createSmtp = ({ host, port, secure, user, password }: MailSettings) =>
  createTransport({
    host,
    port,
    secure,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Connects and signs in to the mail server, without sending anything. */
export async function checkMail(settings: MailSettings): Promise<void> {
  const transport = createSmtp(settings)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

export function openMailer(settings: MailSettings): Mailer {
  const transport = createSmtp(settings)
  const { sender, headers } = settings
  return async ({ address, name }, letter) => {
    await transport.sendMail({
      from: sender,
      to: { address: requireOneLine(address), name: oneLine(name ?? '') },
      subject: oneLine(letter.subject),
      text: toText(letter),
      html: toHtml(letter),
      headers: { ...headers, ...oneClick(letter) },
    })
  }
}

/** RFC 8058: mail programs show a button, which needs no sign-in. */
const oneClick = ({ unsubscribe }: Letter): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** A line break would start another header. */
const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ')

function requireOneLine(address: string): string {
  if (oneLine(address) === address) return address
  throw new Error('an email address cannot contain a line break')
}
