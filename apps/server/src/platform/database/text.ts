import { storable } from '@flagstaff/delivery'

export { storable }

export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => (typeof one === 'string' ? storable(one) : one))

/** Like `storableJson`, for what must be kept in full. */
export const wholeJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => {
    if (typeof one === 'string') return whole(one)
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one
    return Object.fromEntries(Object.entries(one).map(([key, field]) => [whole(key), field]))
  })

const whole = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** An `ilike` pattern that finds the text anywhere, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
