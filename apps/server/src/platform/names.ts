import { invalid } from './errors.ts'

/** Equal to its own URL encoding, so that it can stand in a path as it is. */
export const isUrlFriendly = (name: string): boolean => /^[\w\-.!~*'()]{1,100}$/.test(name) && !isDots(name)

/** A step up or nowhere in every URL; no object can be reached under it. */
export const isDots = (name: string): boolean => name === '.' || name === '..'

export function checkName(what: string, name: string) {
  if (isUrlFriendly(name)) return
  throw invalid(
    `The name of a ${what} has 1 to 100 letters, digits or any of - _ . ! ~ * ' ( ), and is not a mere dot.`,
    'name',
  )
}
