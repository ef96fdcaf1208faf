import { SettingError } from './setting-error.ts'

export type MailSettings = {
  host: string
  port: number
  /** Implicit TLS; otherwise STARTTLS is used if the server offers it. */
  secure: boolean
  user: string | undefined
  password: string | undefined
  sender: string
  headers: Record<string, string>
}

type Readers = {
  value(...names: string[]): string | undefined
  number(fallback: number, ...names: string[]): number
  flag(fallback: boolean, ...names: string[]): boolean
}

export function readMail({ value, number, flag }: Readers, url: string): MailSettings | undefined {
  const host = value('EMAIL_HOST')
  if (!host) return undefined
  return {
    host,
    port: number(587, 'EMAIL_PORT'),
    secure: flag(false, 'EMAIL_SECURE'),
    user: value('EMAIL_USER'),
    password: value('EMAIL_PASSWORD'),
    sender: value('EMAIL_SENDER') ?? `Flagstaff <no-reply@${new URL(url).hostname}>`,
    headers: readHeaders(value('EMAIL_OPTIONAL_HEADERS') ?? '{}'),
  }
}

function readHeaders(text: string): Record<string, string> {
  const headers = parsed(text)
  const isText = (value: unknown) => typeof value === 'string'
  if (typeof headers === 'object' && headers && Object.values(headers).every(isText)) {
    return headers as Record<string, string>
  }
  throw new SettingError('EMAIL_OPTIONAL_HEADERS must be a JSON object whose values are strings.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sorted, longest notice first. */
export function readDays(text: string): number[] {
  const days = text.split(',').map(Number)
  if (days.every((day) => Number.isInteger(day) && day > 0)) return days.sort((a, b) => b - a)
  throw new SettingError(
    `TOKEN_EXPIRY_NOTIFICATION_DAYS must be a list of whole numbers such as 14,3, not ${text}.`,
  )
}

export function readTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw new SettingError(`DIGEST_TIME_ZONE must be a time zone such as Europe/Oslo, not ${text}.`)
  }
}
