import { storable } from '@flagstaff/delivery'

export { storable }

export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => (typeof one === 'string' ? storable(one) : one))

/** An `ilike` pattern that finds the text anywhere, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
