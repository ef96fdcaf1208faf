import { isUrlFriendly } from '@flagstaff/rules/names'
import { invalid } from './errors.ts'

export function checkName(what: string, name: string) {
  if (isUrlFriendly(name)) return
  throw invalid(
    `A valid ${what} name has 1 to 100 characters: letters, digits and - _ . ! ~ * ' ( ). It cannot be . or .. alone.`,
    'name',
  )
}
