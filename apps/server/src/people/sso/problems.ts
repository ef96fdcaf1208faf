/** Why an authenticated person cannot sign in, as recorded in the login history. */
export const refusals = {
  'no-email': 'The provider did not send an email address.',
  unverified: 'The provider has not verified the email address.',
  service: 'The account is a service account.',
  taken: 'The account is linked to another user of this provider.',
  undecided:
    'The account is linked, but not by which protocol. An administrator can choose it: edit the user.',
  domain: 'The email domain is not permitted.',
  ended: 'The account was deactivated by SCIM.',
  'no-role': 'The role for new accounts no longer exists.',
  requested: 'There is no account. Access was requested.',
} as const
export type Refusal = keyof typeof refusals

/** Errors that occur before the person is known. */
export const faults = {
  off: 'This provider is turned off.',
  expired: 'The sign-in was not started in this browser, took too long, or was already used.',
  provider: 'The provider did not respond correctly.',
  denied: 'The provider refused the sign-in.',
  answer: 'The response from the provider is invalid.',
} as const
export type Fault = keyof typeof faults

/** The message of an error and of its causes, since libraries wrap network and validation errors. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error && cause.message !== message ? `${message}: ${reasonOf(cause)}` : message
}

/** A sign-in error with details for the log. The person only learns which error it is. */
export class SignInFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault, detail: string = faults[fault]) {
    super(detail)
    this.fault = fault
  }
}
