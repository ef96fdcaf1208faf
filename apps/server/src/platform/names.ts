import { invalid } from './errors.ts'

/** Equal to its own URL encoding, so that it can stand in a path as it is. */
export const isUrlFriendly = (name: string): boolean => /^[\w\-.!~*'()]{1,100}$/.test(name) && !isDots(name)

/** A step up or nowhere in every URL; no object can be reached under it. */
export const isDots = (name: string): boolean => name === '.' || name === '..'

export function checkName(what: string, name: string) {
  if (isUrlFriendly(name)) return
  throw invalid(
    `A valid ${what} name has 1 to 100 characters: letters, digits and - _ . ! ~ * ' ( ). It cannot be . or .. alone.`,
    'name',
  )
}
