import type { Reader } from '../database/database.ts'
import { ChangedMeanwhile } from '../database/failures.ts'
import { AppError } from '../errors.ts'
import { type Caller, sees } from './actor.ts'
import { type Authority, authorities } from './authorities.ts'
import { hasNewer, readRevision } from './basis.ts'
import { managers } from './managers.ts'
import type { NewEvent } from './new-event.ts'

/** A field of a flag that the file of an owner manages and locks. */
export type ManagedField = {
  project: string
  flag: string
  /** Null for fields of the flag itself. */
  environment: string | null
  field: string
  owner: string
  path: string
  /** The present value in a form that can be compared; undefined if the flag is archived or moved. */
  value: string | undefined
  /** The value is the one of the file, or the flag is off: nobody is kept from that. */
  isFree: boolean
}

/** The handle of a change. */
type Changing = { read: Reader; caller: Caller }

/** The locked fields of flags, with their present values. */
export type ReadManaged = (db: Reader, flags: readonly string[]) => Promise<ManagedField[]>

/** Locked values before a change, as they were at a revision. */
export type ManagedState = {
  revision: number
  flags: ReadonlySet<string>
  values: ReadonlyMap<string, string | undefined>
}

/** The change is repeated, with the values of these flags read before it. */
export class StateNeeded extends ChangedMeanwhile {
  readonly flags: readonly string[]

  constructor(flags: readonly string[]) {
    super('a locked field')
    this.flags = flags
  }
}

/**
 * Reads the locked values of flags that a change is known to affect. It takes no locks: those of the change come later,
 * in their order.
 */
export async function readManagedState(
  tx: Changing,
  read: ReadManaged,
  needed: StateNeeded | undefined,
): Promise<ManagedState> {
  if (!needed) return { revision: 0, flags: new Set(), values: new Map() }
  const { flags } = needed
  const revision = await readRevision(tx.read)
  const fields = await read(tx.read, flags)
  const values = new Map(fields.map((field) => [keyOf(field), field.value]))
  return { revision, flags: new Set(flags), values }
}

/**
 * Refuses a change of a locked field, unless it comes from the files, or the caller may override it and says why. Fields
 * are compared before and after the change, so it does not matter which command or job made it. Returns the events that
 * record what was overridden.
 */
export async function judgeManaged(
  tx: Changing,
  changes: readonly NewEvent[],
  read: ReadManaged,
  before: ManagedState,
): Promise<NewEvent[]> {
  const flags = flagsOf(changes)
  const authority = authorities.get(tx)
  if (flags.length === 0 || (authority && FREE.has(authority.kind))) return []
  const fields = (await read(tx.read, flags)).filter(
    ({ isFree, owner }) => !isFree && owner !== managers.get(tx),
  )
  // Most changes leave the fields as the files have them, and need no second attempt.
  const names = distinct(fields.map(({ flag }) => flag))
  const isKnown = names.every((name) => before.flags.has(name))
  // Somebody else may have changed a flag before this change had locked it.
  if (!isKnown || (names.length > 0 && (await hasNewer(tx.read, before.revision, names))))
    throw new StateNeeded(distinct([...before.flags, ...names]))
  const changed = fields.filter((field) => {
    const value = before.values.get(keyOf(field))
    // Without a value, the flag was archived: reviving it is what its file says.
    return value !== undefined && value !== field.value
  })
  requireOverride(tx.caller, changed)
  return overriddenIn(tx.caller, changed)
}

/** What the operator configured, and guards that take a rollout back. */
const FREE: ReadonlySet<Authority['kind']> = new Set(['operator', 'guard'])

const distinct = (texts: readonly string[]) => [...new Set(texts)]

const flagsOf = (changes: readonly NewEvent[]): string[] =>
  distinct(
    changes.flatMap(({ flag, touches = [] }) => [
      ...(flag ? [flag] : []),
      ...touches.filter(({ kind }) => kind === 'flag').map(({ name }) => name),
    ]),
  )

const keyOf = ({ project, flag, environment, field }: ManagedField) =>
  JSON.stringify([project, flag, environment, field])

function requireOverride(caller: Caller, changed: readonly ManagedField[]) {
  const refused = changed.filter(({ project }) => !mayOverride(caller, project))
  if (refused.length > 0) throw refusal('managedByFile', caller, refused)
  if (changed.length > 0 && !caller.reason) throw refusal('managedReasonNeeded', caller, changed)
}

/** The system may do everything, so its permissions say nothing. */
const mayOverride = (caller: Caller, project: string) =>
  caller.actor.type !== 'system' && caller.may('OVERRIDE_MANAGED', { project })

/** Names only fields that the caller sees. */
function refusal(
  code: 'managedByFile' | 'managedReasonNeeded',
  caller: Caller,
  changed: readonly ManagedField[],
) {
  const seen = changed.filter(({ project }) => sees(caller.viewer, project))
  const [first] = seen
  const rest = changed.length - 1
  const more = rest > 0 ? ` and ${rest} more` : ''
  return new AppError(
    code,
    first
      ? { what: `${whatIs(first)}${more}`, owner: first.owner, path: first.path }
      : { what: 'A field that you cannot see', owner: 'files', path: 'the file' },
    {
      extra: {
        ...(code === 'managedByFile' ? { permissions: ['OVERRIDE_MANAGED'] } : {}),
        managed: seen.map(({ project, flag, environment, field, owner, path }) => ({
          project,
          flag,
          environment,
          field,
          owner,
          path,
        })),
      },
    },
  )
}

const whatIs = ({ flag, environment, field }: ManagedField) =>
  `${flag}: ${field}${environment === null ? '' : ` in ${environment}`}`

/** One event in each place, as for reviews and freezes. */
function overriddenIn({ reason = '' }: Caller, changed: readonly ManagedField[]): NewEvent[] {
  const places = Map.groupBy(changed, ({ project, environment }) => JSON.stringify([project, environment]))
  return [...places.values()].flatMap((fields): NewEvent[] => {
    const [first] = fields
    if (!first) return []
    const flags = distinct(fields.map(({ flag }) => flag))
    return [
      {
        type: 'code-lock-skipped',
        project: first.project,
        environment: first.environment,
        flag: flags.length === 1 ? flags[0] : null,
        data: {
          reason,
          owners: distinct(fields.map(({ owner }) => owner)),
          flags,
          fields: distinct(fields.map(({ field }) => field)),
        },
      },
    ]
  })
}
