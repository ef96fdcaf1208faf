import { AppError } from '../../../platform/errors.ts'

const rules: readonly (readonly [breaks: (password: string) => boolean, text: string])[] = [
  [(password) => password.length < 10, 'The password needs at least 10 characters.'],
  [(password) => password.length >= 128, 'The password needs fewer than 128 characters.'],
  [(password) => /(.)\1\1/su.test(password), 'The password may not repeat a character three times in a row.'],
  [(password) => !/\p{Ll}/u.test(password), 'The password needs a lower-case letter.'],
  [(password) => !/\p{Lu}/u.test(password), 'The password needs an upper-case letter.'],
  [(password) => !/\p{Nd}/u.test(password), 'The password needs a digit.'],
  [(password) => !/[^\p{L}\p{N}]/u.test(password), 'The password needs a special character.'],
]

/** The message of every rule that the password breaks. */
export const faultsOf = (password: string): string[] =>
  rules.filter(([breaks]) => breaks(password)).map(([, text]) => text)

export function requireStrong(password: string) {
  const faults = faultsOf(password)
  if (faults.length === 0) return
  const error = { rules: faults.join(' ') }
  throw new AppError('weakPassword', error, {
    details: [{ message: 'The password is too weak.', validationErrors: faults }],
  })
}
