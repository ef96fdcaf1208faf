import type { Reader } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Provisioning } from '../../platform/settings/sso-settings.ts'
import type { Tx } from '../../platform/write/write.ts'
import { syncGroups } from '../access/index.ts'
import { endUnconfirmedAccess, isScimOn, provisionUser, renameUser } from '../users/index.ts'
import {
  findByAddress,
  findLinked,
  findOtherLink,
  findRole,
  type Identity,
  isEndedByScim,
  isUndecided,
  type Known,
  linkIdentity,
  lockPerson,
} from './account-queries.ts'
import type { Refusal } from './problems.ts'
import { domainsIn } from './settings/rules.ts'
import { roleIdOf } from './settings/stored.ts'

/** A person whom a provider has authenticated. */
export type Person = Identity & {
  email: string | undefined
  /** False if the provider says that the email address is not verified. */
  emailVerified: boolean
  name: string | undefined
  /** The names of their groups at the provider; undefined if groups are not synced. */
  groups: readonly string[] | undefined
}

/** The result of a provider's response: the person, with all claims. */
export type Vouched = {
  person: Person
  claims: unknown
  /** What the provider needs to sign the person out. */
  hint?: string | undefined
}

type Role = { id: number; name: string }
export type Verdict =
  | { outcome: 'sign-in'; account: Known; isNew: boolean }
  | { outcome: 'create'; email: string; role: Role }
  | { outcome: 'request'; email: string }
  | { outcome: 'refuse'; reason: Refusal }

const LONGEST = 254
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/

const refuse = (reason: Refusal): Verdict => ({ outcome: 'refuse', reason })

/** Decides which account a person signs in to, if any. Changes nothing. */
export async function decide(db: Reader, person: Person, rules: Provisioning): Promise<Verdict> {
  const linked = await findLinked(db, person)
  if (linked)
    return linked.isService ? refuse('service') : { outcome: 'sign-in', account: linked, isNew: false }
  const { email } = person
  const undecided = await isUndecided(db, person)
  if (!email || email.length > LONGEST || !ADDRESS.test(email))
    return refuse(undecided ? 'undecided' : 'no-email')
  if (!person.emailVerified) return refuse(undecided ? 'undecided' : 'unverified')
  const account = await findByAddress(db, email)
  if (account) return meet(db, person, account)
  // They may be the person of that account, with a new address.
  if (undecided) return refuse('undecided')
  // Signing in must not restore an account that SCIM deactivated.
  if ((await isScimOn(db)) && (await isEndedByScim(db, { ...person, email }))) return refuse('ended')
  if (!isPermitted(email, rules.emailDomains)) return refuse('domain')
  if (!rules.autoCreate) return { outcome: 'request', email }
  const role = await findRole(db, roleIdOf(rules))
  return role ? { outcome: 'create', email, role } : refuse('no-role')
}

/** Only the first sign-in by a protocol matches by email address; later ones use the subject of the provider. */
async function meet(db: Reader, person: Person, account: Known): Promise<Verdict> {
  if (account.isService) return refuse('service')
  const other = await findOtherLink(db, account.id, person)
  if (other) return refuse(other === 'linked' ? 'taken' : 'undecided')
  return { outcome: 'sign-in', account, isNew: true }
}

export function isPermitted(email: string, domains: string): boolean {
  const allowed = domainsIn(domains)
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return allowed.length === 0 || allowed.includes(domain)
}

/** Decides and applies the decision. */
export async function admit(tx: Tx, person: Person, rules: Provisioning): Promise<Verdict> {
  await lockPerson(tx, person.email ?? `${person.issuer} ${person.subject}`)
  const verdict = await decide(tx.read, person, rules)
  if (verdict.outcome === 'refuse' || verdict.outcome === 'request') return verdict
  const account = verdict.outcome === 'create' ? await create(tx, person, verdict) : verdict.account
  if (verdict.outcome === 'sign-in' && verdict.isNew) await endUnconfirmedAccess(tx, account.id)
  if (verdict.outcome === 'create' || verdict.isNew) await linkIdentity(tx.db, person, account.id)
  // SCIM manages the names of its accounts.
  if (verdict.outcome === 'sign-in' && person.name && person.name !== account.name && !account.scimId)
    await renameUser(tx, account.id, { name: person.name.slice(0, LONGEST) })
  if (person.groups) await syncGroups(tx, account.id, person.groups)
  return { outcome: 'sign-in', account, isNew: verdict.outcome === 'create' }
}

async function create(
  tx: Tx,
  { name }: Person,
  { email, role }: { email: string; role: Role },
): Promise<Known> {
  const user = await provisionUser(tx, { email, name: name?.slice(0, LONGEST), rootRole: role.id })
  if (!user) throw new AppError('conflict', { reason: 'An account was created at the same time. Try again.' })
  const { id, username = null, name: stored = null } = user
  return { id, username, email, name: stored, isService: false, scimId: null }
}
