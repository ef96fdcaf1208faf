/** Why somebody whom a provider vouches for does not get in, and what the login history says about it. */
export const refusals = {
  'no-email': 'The provider did not tell an email address.',
  unverified: 'The provider has not verified the email address.',
  service: 'The account is a service account.',
  taken: 'The account belongs to another person of this provider.',
  domain: 'The email domain is not permitted.',
  ended: 'The account was ended by SCIM.',
  'no-role': 'The role for new accounts does not exist any more.',
  requested: 'There is no account. Access was requested.',
} as const
export type Refusal = keyof typeof refusals

/** Why it never came so far. */
export const faults = {
  off: 'This provider is turned off.',
  expired: 'The sign-in was not begun by this browser, took too long, or was used before.',
  provider: 'The provider does not answer as it should.',
  denied: 'The provider refused the sign-in.',
  answer: 'The answer of the provider is not valid.',
} as const
export type Fault = keyof typeof faults

/** What went wrong, and what that came from: libraries wrap what the network or a check said. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error && cause.message !== message ? `${message}: ${reasonOf(cause)}` : message
}

/** A fault with the words for the log. The person is told no more than which fault it is. */
export class SignInFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault, detail: string = faults[fault]) {
    super(detail)
    this.fault = fault
  }
}
