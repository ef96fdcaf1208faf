import { Messages, type Types } from 'scimmy'
import Type, { type Static } from 'typebox'
import { refuse } from '../protocol/errors.ts'
import { type Operation, truthOf } from '../protocol/operations.ts'
import { accept, plain, resources } from '../protocol/resources.ts'

const LONGEST = 254
const MOST_ADDRESSES = 20
const OptionalText = Type.Union([Type.String(), Type.Null()])

/** The attributes of an account that SCIM manages. */
export const Profile = Type.Object({
  userName: Type.String({ minLength: 1 }),
  externalId: OptionalText,
  displayName: OptionalText,
  givenName: OptionalText,
  familyName: OptionalText,
  email: OptionalText,
  /** If omitted, it stays unchanged. */
  active: Type.Optional(Type.Boolean()),
})
export type Profile = Static<typeof Profile>

type Address = { value?: string; type?: string; primary?: boolean }
type Sent = {
  userName: string
  externalId?: string
  displayName?: string
  name?: { formatted?: string; givenName?: string; familyName?: string }
  emails?: Address[]
  active?: boolean
}

/** Parses a complete user resource. */
export function profileIn(body: object): Profile {
  const { emails, active, ...rest } = lowered(body)
  const addresses = Array.isArray(emails) ? emails.map(withTruth) : emails
  if (Array.isArray(addresses) && addresses.length > MOST_ADDRESSES) {
    throw refuse('invalidValue', `An account can have at most ${MOST_ADDRESSES} email addresses.`)
  }
  return toProfile(
    accept('user', { ...rest, emails: addresses ?? undefined, active: truthOf(active ?? undefined) }),
  )
}

/** Attribute names are case-insensitive. */
const lowered = (body: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]))

const withTruth = (address: unknown): unknown =>
  typeof address === 'object' && address !== null && 'primary' in address
    ? { ...address, primary: truthOf(address.primary) }
    : address

function toProfile(resource: Record<string, unknown>): Profile {
  const { userName, externalId, displayName, name = {}, emails = [], active } = resource as Sent
  const trimmed = userName.trim()
  if (trimmed === '') throw refuse('invalidValue', 'An account needs a userName.')
  const inParts = name.givenName || name.familyName
  return short({
    userName: trimmed,
    externalId: externalId || null,
    displayName: displayName?.trim() || (inParts ? null : name.formatted?.trim() || null),
    givenName: name.givenName?.trim() || null,
    familyName: name.familyName?.trim() || null,
    email: preferred(emails) ?? (isAddress(trimmed) ? trimmed : null),
    ...(active === undefined ? {} : { active }),
  })
}

function short(profile: Profile): Profile {
  for (const [name, value] of Object.entries(profile)) {
    if (typeof value === 'string' && value.length > LONGEST) {
      throw refuse('invalidValue', `The ${name} is longer than ${LONGEST} characters.`)
    }
  }
  return profile
}

const preferred = (emails: readonly Address[]): string | undefined => {
  const filled = emails.filter(({ value }) => value?.trim())
  const chosen =
    filled.find(({ primary }) => primary) ??
    filled.find(({ type }) => type?.toLowerCase() === 'work') ??
    filled[0]
  return chosen?.value?.trim()
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

/** The name as shown in Flagstaff. */
export const nameOf = ({ displayName, givenName, familyName }: Profile): string | undefined =>
  displayName ?? ([givenName, familyName].filter(Boolean).join(' ') || undefined)

/** The user name, for signing in, if it is not the email address. */
export const usernameOf = ({ userName, email }: Profile): string | undefined =>
  userName.toLowerCase() === email?.toLowerCase() ? undefined : userName

export async function patchProfile(before: Profile, operations: readonly Operation[]): Promise<Profile> {
  if (operations.length === 0) return before
  const resource = toSent(before)
  const steps = operations.map((step) => withTarget(resource, step))
  const patch = new Messages.PatchOp({ schemas: [Messages.PatchOp.id], Operations: structuredClone(steps) })
  const patched = await patch.apply(new resources.user(resource) as Types.Schema)
  return patched ? toProfile(plain(patched)) : before
}

const toSent = (profile: Profile): Sent => ({
  userName: profile.userName,
  ...(profile.externalId === null ? {} : { externalId: profile.externalId }),
  ...(profile.displayName === null ? {} : { displayName: profile.displayName }),
  name: {
    ...(profile.givenName === null ? {} : { givenName: profile.givenName }),
    ...(profile.familyName === null ? {} : { familyName: profile.familyName }),
  },
  emails: profile.email === null ? [] : [{ value: profile.email, type: 'work', primary: true }],
  ...(profile.active === undefined ? {} : { active: profile.active }),
})

/** Adds an email address of a type that does not exist yet, for which the library would find no target. */
function withTarget({ emails = [] }: Sent, step: Operation): Operation {
  const [, type] = /^emails\[type eq "(\w+)"\](?:\.value)?$/.exec(step.path) ?? []
  if (step.path.startsWith('emails') && Array.isArray(step.value) && step.value.length > MOST_ADDRESSES) {
    throw refuse('invalidValue', `An account can have at most ${MOST_ADDRESSES} email addresses.`)
  }
  if (type === undefined || step.op === 'remove' || emails.some((email) => email.type === type)) return step
  const value = typeof step.value === 'string' ? { value: step.value } : (step.value as object)
  return { op: 'add', path: 'emails', value: [{ ...value, type }] }
}
