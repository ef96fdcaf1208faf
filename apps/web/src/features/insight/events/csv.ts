import type { Event } from '@flagstaff/contract/events'

/** Prevents CSV injection: spreadsheets would run it as a formula, unless a quote precedes it. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

export function cell(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  const safe = typeof value !== 'number' && isFormula(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const columns = [
  'id',
  'createdAt',
  'type',
  'createdBy',
  'createdByUserId',
  'project',
  'environment',
  'featureName',
  'summary',
  'groupId',
  'ip',
  'preData',
  'data',
] as const satisfies readonly (keyof Event)[]

export const toCsv = (events: readonly Event[]): string =>
  [columns.join(','), ...events.map((event) => columns.map((key) => cell(event[key])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
