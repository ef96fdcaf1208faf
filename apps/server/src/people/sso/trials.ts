import type { SignInProvider, Trial } from '@flagstaff/contract/sso'
import { nameOf } from '../auth/index.ts'
import type { Verdict, Vouched } from './accounts.ts'
import { refusals } from './problems.ts'

const nothing = { issuer: null, subject: null, email: null, name: null, account: null, rootRole: null }

export const failedTrial = (provider: SignInProvider, reason: string): Trial => ({
  ...nothing,
  provider,
  outcome: 'refuse',
  reason,
  groups: null,
  claims: '{}',
})

export const finishedTrial = (
  provider: SignInProvider,
  { person, claims }: Vouched,
  verdict: Verdict,
): Trial => ({
  provider,
  outcome: verdict.outcome,
  reason: verdict.outcome === 'refuse' ? refusals[verdict.reason] : null,
  issuer: person.issuer,
  subject: person.subject,
  email: person.email ?? null,
  name: person.name ?? null,
  account: verdict.outcome === 'sign-in' ? nameOf(verdict.account) : null,
  rootRole: verdict.outcome === 'create' ? verdict.role.name : null,
  groups: person.groups ? [...person.groups] : null,
  claims: JSON.stringify(claims, null, 2),
})
