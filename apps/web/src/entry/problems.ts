import { translator } from '../messages/messages.ts'

/** What went wrong on the way through a provider, and what to do now. */
const problems = {
  off: 'This way to sign in is turned off. Choose another one.',
  expired: 'This sign-in took too long, or was begun in another window. Begin it again.',
  provider: 'The identity provider does not answer as it should. Tell an administrator this id: {id}',
  denied: 'The identity provider refused to sign you in. Ask an administrator; tell them this id: {id}',
  answer:
    'The answer of the identity provider could not be accepted. Begin again; if that does not help, tell an administrator this id: {id}',
  'no-email': 'The identity provider did not tell your email address. Tell an administrator this id: {id}',
  unverified: 'The identity provider has not verified your email address. Verify it there, then begin again.',
  service: 'Nobody can sign in to this account: it belongs to a program.',
  taken:
    'Another person of the identity provider uses the account with your email address. Tell an administrator this id: {id}',
  domain: 'Your email address is not of a domain that may sign in here. Tell an administrator this id: {id}',
  ended: 'Your account was ended. Tell an administrator this id: {id}',
  'no-role': 'Your account could not be created. Tell an administrator this id: {id}',
  requested:
    'There is no account for you yet. The administrators were asked for one; sign in again once they have answered.',
} as const

const t = translator(problems)

/** The sentence for what the address brought along, if anything. The id leads to the details in the server's log. */
export function problemOf(search: URLSearchParams): string | undefined {
  const read = readProblem(search)
  return read && t(read.problem, { id: read.id })
}

/** Anybody can write an address: nothing of it is shown but an id. */
export function readProblem(search: URLSearchParams): { problem: Problem; id: string } | undefined {
  const problem = search.get('problem')
  if (!problem) return undefined
  const [id = ''] = /^[\da-f-]{36}$/.exec(search.get('id') ?? '') ?? []
  return { problem: isKnown(problem) ? problem : 'answer', id }
}

type Problem = keyof typeof problems
const isKnown = (problem: string): problem is Problem => Object.hasOwn(problems, problem)
