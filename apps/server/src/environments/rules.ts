import { invalid } from '../platform/errors.ts'
import { isDots } from '../platform/names.ts'

export function checkEnvironmentName(name: string) {
  if (/^[a-zA-Z0-9~_.-]{1,100}$/.test(name) && !isDots(name)) return
  throw invalid(
    'The name of an environment has 1 to 100 letters, digits or any of ~ _ . -, and is not a mere dot.',
    'name',
  )
}

export function checkEnvironmentType(type: string) {
  if (type.trim() === '') throw invalid('An environment needs a type, such as production.', 'type')
}
