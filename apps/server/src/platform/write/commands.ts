import type { Limit } from '@flagstaff/contract/limits'
import type { Permission } from '@flagstaff/contract/permissions'
import type { Static, TSchema } from 'typebox'
import { Compile as compileSchema } from 'typebox/compile'
import { AppError, invalid, limitReached, noPermission, notFound } from '../errors.ts'
import { inSpan } from '../tracing/tracing.ts'
import { type Caller, type Scope, sees } from './actor.ts'
import { guardInstance, guardProject } from './guards.ts'
import { inOrder } from './in-order.ts'
import { type Locks, lockCount, lockTogether, type ProjectLock } from './locks.ts'
import type { Tx, Write } from './write.ts'

/** An object with a version, for optimistic concurrency control. */
export type Versioned = { objectVersion?: number | undefined }

/**
 * A change: the only way to modify state. Routes, imports, schedules and undo all dispatch commands, so checks that
 * apply to every change are made here and nowhere else.
 */
export type Command<Input = never, Target = unknown, Result = unknown> = {
  name: string
  input: TSchema
  /** Any one is enough. `authenticated` allows every signed-in caller; the command then checks permissions itself. */
  permission: Permission | readonly Permission[] | 'authenticated'
  /**
   * The project and environment it affects. Can read stored objects if the input does not contain the project, but
   * never locks them: the project is locked first.
   */
  scope(input: Input, tx: Tx): Scope | Promise<Scope>
  /** Locks the project exclusive: no other change runs in it at the same time. */
  locksProject?: boolean
  /** Other projects that it affects. All projects are locked in one fixed order. */
  otherProjects?(input: Input): readonly string[]
  /** The segments and flags that it will lock, so that several commands in one change can lock them in one order. */
  locks?(input: Input, tx: Tx): Locks | Promise<Locks>
  /** Also allowed while the project is archived, or while maintenance mode is on. */
  allowedWhen?: readonly ('archived' | 'maintenance')[]
  /** Can be added to a change request instead of being executed: what it does is the difference of flags and segments. */
  proposable?: boolean
  /** Open to tokens that can only propose changes: with this input, nothing that is served changes. */
  openToProposers?(input: Input): boolean
  /** The command is refused if this many already exist. */
  limit?: { name: Limit; resource: string; count(tx: Tx, input: Input): Promise<number> }
  /** Locks and reads the object that will change. */
  load?(tx: Tx, input: Input, scope: Scope): Promise<Target>
  /** The part of the target that is compared with `If-Match`, if not all of it. */
  current?(target: Target): Versioned
  run(tx: Tx, input: Input, target: Target): Promise<Result>
  /** The orders that undo it, if there are any. They are executed in sequence. */
  inverse?(input: Input, result: Result, target: Target): Order | readonly Order[] | undefined
}

/** A command with its input, as data that can be stored, sent, undone or replayed. */
export type Order = { command: string; input: unknown }

type Registered = Command & { check(input: unknown): asserts input is never }
const registry = new Map<string, Registered>()

export function command<const S extends TSchema, Target, Result>(
  definition: Omit<Command<Static<S>, Target, Result>, 'input'> & { input: S },
): Command<Static<S>, Target, Result> & { with(input: Static<S>): Order } {
  if (registry.has(definition.name)) throw new Error(`two commands have the name ${definition.name}`)
  const validator = compileSchema(definition.input)
  const check = (input: unknown) => {
    if (validator.Check(input)) return
    const first = validator.Errors(input)[0]
    throw invalid(`${first?.instancePath || definition.name}: ${first?.message ?? 'is not valid'}`)
  }
  registry.set(definition.name, { ...(definition as unknown as Command), check })
  return { ...definition, with: (input) => ({ command: definition.name, input }) }
}

/** All commands, for tests that must cover every one. */
export const commandNames = (): string[] => [...registry.keys()].sort()

export const commandNamed = (name: string): Command => registered(name)

function registered(name: string): Registered {
  const found = registry.get(name)
  if (!found) throw notFound('command', name)
  return found
}

export type RunOptions = { ifMatch?: string | undefined }

/** Runs a command inside the current change; commands call each other this way. */
export const run = async <Input, Target, Result>(
  tx: Tx,
  command: Command<Input, Target, Result>,
  input: Input,
): Promise<Result> => (await execute(tx, command, input)).result

/** The result of a command and the orders that undo it; undefined if it cannot be undone. */
export type Done<Result> = { result: Result; undo: readonly Order[] | undefined }

export const execute = <Input, Target, Result>(
  tx: Tx,
  { name }: Command<Input, Target, Result>,
  input: Input,
  options: RunOptions = {},
): Promise<Done<Result>> =>
  inSpan({ name: `command ${name}`, kind: 'internal', attributes: { 'flagstaff.command': name } }, () =>
    executeNamed(tx, name, input, options),
  )

async function executeNamed<Input, Target, Result>(
  tx: Tx,
  name: string,
  input: Input,
  options: RunOptions,
): Promise<Done<Result>> {
  const known = registered(name) as unknown as Command<Input, Target, Result> & {
    check(input: unknown): void
  }
  known.check(input)
  const scope = await known.scope(input, tx)
  allow(tx.caller, known.permission, scope)
  const others = known.otherProjects?.(input) ?? []
  if (others.length > 0) await lockTogether(tx, projectLocks(known, input, scope), [])
  const allowInMaintenance = known.allowedWhen?.includes('maintenance') ?? false
  const guarded =
    scope.project == null
      ? guardInstance(tx, { allowInMaintenance })
      : guardProject(tx, scope.project, {
          exclusive: known.locksProject ?? false,
          allowArchived: known.allowedWhen?.includes('archived') ?? false,
          allowInMaintenance,
        })
  // Started together to save round trips; listed in lock order.
  const [, , target] = await inOrder([guarded, checkLimit(tx, known, input), known.load?.(tx, input, scope)])
  if (options.ifMatch !== undefined) unchanged(options.ifMatch, known.current?.(target as Target) ?? target)
  const result = await known.run(tx, input, target as Target)
  return { result, undo: known.inverse && listOf(known.inverse(input, result, target as Target)) }
}

async function checkLimit<Input>(tx: Tx, { limit }: Pick<Command<Input>, 'limit'>, input: Input) {
  if (!limit) return
  const most = tx.limits[limit.name]
  let count = await limit.count(tx, input)
  if (count < most && most - count <= NEAR) {
    await lockCount(tx, limit.resource)
    count = await limit.count(tx, input)
  }
  if (count >= most) throw limitReached(limit.resource, most)
}

/** More changes than this do not commit at the same moment. Further away from a limit, nobody waits for others. */
const NEAR = 100

const listOf = (orders: Order | readonly Order[] | undefined): readonly Order[] =>
  orders === undefined ? [] : 'command' in orders ? [orders] : orders

/** Executes stored orders in one change. Returns the orders that undo all of them, in reverse order. */
export async function executeAll(tx: Tx, orders: readonly Order[]): Promise<readonly Order[] | undefined> {
  if (orders.length > 1) await lockForAll(tx, orders)
  const undos: (readonly Order[] | undefined)[] = []
  for (const { command, input } of orders) {
    const { undo } = await execute(tx, registered(command), input as never)
    undos.unshift(undo)
  }
  return undos.every((undo) => undo !== undefined) ? undos.flat() : undefined
}

/** Takes all locks that the orders need, and the others, before the first one runs. */
export async function lockForAll(
  tx: Tx,
  orders: readonly Order[],
  others: Locks = {},
): Promise<readonly Locks[]> {
  const { projects, locks } = await locksOf(tx, orders)
  await lockTogether(tx, projects, [...locks, others])
  return locks
}

/** Locks only the projects and segments of the orders, for callers that create segments before flags. */
export async function lockSegmentsFor(tx: Tx, orders: readonly Order[]) {
  const { projects, locks } = await locksOf(tx, orders)
  await lockTogether(
    tx,
    projects,
    locks.map(({ flags: _, ...segments }) => segments),
  )
}

async function locksOf(tx: Tx, orders: readonly Order[]) {
  const projects: ProjectLock[] = []
  const locks: Locks[] = []
  for (const { command, input } of orders) {
    const known: Registered = registered(command)
    try {
      known.check(input)
      projects.push(...projectLocks(known, input, await known.scope(input, tx)))
      locks.push((await known.locks?.(input, tx)) ?? {})
    } catch (error) {
      // The order refers to something that an earlier order creates; if not, executing it reports the error.
      if (!(error instanceof AppError)) throw error
    }
  }
  return { projects, locks }
}

function projectLocks<Input>(
  { otherProjects, locksProject = false }: Pick<Command<Input>, 'otherProjects' | 'locksProject'>,
  input: Input,
  { project }: Scope,
): ProjectLock[] {
  const own = project == null ? [] : [{ project, exclusive: locksProject }]
  const others = otherProjects?.(input) ?? []
  return [...own, ...others.map((other) => ({ project: other, exclusive: false }))]
}

/** Executes one stored order in a separate change. */
export const executeOrder = (write: Write, caller: Caller, order: Order): Promise<unknown> =>
  write(caller, (tx) => run(tx, registered(order.command), order.input as never))

export const permissionsOf = (permission: Command['permission']): readonly Permission[] =>
  typeof permission === 'string' ? (permission === 'authenticated' ? [] : [permission]) : permission

function allow(caller: Caller, permission: Command['permission'], scope: Scope) {
  if (!sees(caller.viewer, scope.project)) throw notFound('project', scope.project ?? '')
  if (permission === 'authenticated') return
  const wanted = permissionsOf(permission)
  if (wanted.some((one) => caller.may(one, scope))) return
  throw noPermission(wanted, placeOf(scope))
}

const placeOf = ({ project, environment }: Scope): string =>
  [project && ` in the project ${project}`, environment && ` in the environment ${environment}`]
    .filter(Boolean)
    .join('')

/** Accepts `If-Match` with a strong or weak ETag, a list, or `*`. */
function unchanged(ifMatch: string, loaded: unknown) {
  const target = loaded as Versioned | undefined
  if (target?.objectVersion === undefined) return
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
  if (tags.includes('*') || tags.includes(String(target.objectVersion))) return
  throw new AppError('changed', { what: 'object' }, { extra: { current: target } })
}
