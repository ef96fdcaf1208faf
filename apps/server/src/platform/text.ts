import { storable } from '@flagstaff/delivery'

export { storable }

export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => (typeof one === 'string' ? storable(one) : one))

/** The pattern for `ilike` that finds a text anywhere, its own wildcards taken as they are written. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
