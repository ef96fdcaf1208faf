import { isDots } from '@flagstaff/rules/names'
import { invalid } from '../../platform/errors.ts'

export function checkEnvironmentName(name: string) {
  if (/^[a-zA-Z0-9~_.-]{1,100}$/.test(name) && !isDots(name)) return
  throw invalid(
    'A valid environment name has 1 to 100 characters: letters, digits and ~ _ . -. It cannot be . or .. alone.',
    'name',
  )
}

export function checkEnvironmentType(type: string) {
  if (type.trim() === '') throw invalid('An environment needs a type, such as production.', 'type')
}
