import { translator } from '../messages/messages.ts'

/** Errors of a sign-in through a provider, with what to do next. */
const problems = {
  off: 'This way to sign in is turned off. Choose another one.',
  expired: 'This sign-in took too long, or was started in another window. Start again.',
  provider: 'The identity provider did not respond correctly. Send an administrator this ID: {id}',
  denied: 'The identity provider refused the sign-in. Send an administrator this ID: {id}',
  answer:
    'The response from the identity provider is invalid. Start again. If that doesn’t help, send an administrator this ID: {id}',
  'no-email': 'The identity provider did not send your email address. Send an administrator this ID: {id}',
  unverified: 'The identity provider has not verified your email address. Verify it there, then start again.',
  service: 'You can’t sign in to this account, because it’s a service account.',
  taken:
    'The account with your email address is linked to another user of the identity provider. Send an administrator this ID: {id}',
  undecided: 'An administrator has to confirm how you sign in to your account. Send them this ID: {id}',
  domain: 'Accounts with your email domain can’t sign in here. Send an administrator this ID: {id}',
  ended: 'Your account was deactivated. Send an administrator this ID: {id}',
  'no-role': 'Your account could not be created. Send an administrator this ID: {id}',
  requested:
    'You don’t have an account yet. We asked the administrators for one. Sign in again after they approve it.',
} as const

const t = translator(problems)

/** The message for the error in the URL, if any. The id leads to the details in the server's log. */
export function problemOf(search: URLSearchParams): string | undefined {
  const read = readProblem(search)
  return read && t(read.problem, { id: read.id })
}

/** URLs are untrusted input: nothing of them is shown except an id. */
export function readProblem(search: URLSearchParams): { problem: Problem; id: string } | undefined {
  const problem = search.get('problem')
  if (!problem) return undefined
  const [id = ''] = /^[\da-f-]{36}$/.exec(search.get('id') ?? '') ?? []
  return { problem: isKnown(problem) ? problem : 'answer', id }
}

type Problem = keyof typeof problems
const isKnown = (problem: string): problem is Problem => Object.hasOwn(problems, problem)
