import type { Limit } from '@flagstaff/contract/limits'
import type { Permission } from '@flagstaff/contract/permissions'
import type { Static, TSchema } from 'typebox'
import { Compile as compileSchema } from 'typebox/compile'
import { type Caller, type Scope, sees } from './actor.ts'
import { AppError, invalid, limitReached, noPermission, notFound } from './errors.ts'
import { guardInstance, guardProject } from './guards.ts'
import { inOrder } from './in-order.ts'
import { type Locks, lockTogether, type ProjectLock } from './locks.ts'
import type { Tx, Write } from './write.ts'

/** An object that somebody edits: its version tells whether it changed underneath. */
export type Versioned = { objectVersion?: number | undefined }

/**
 * A change: the only form in which anything is altered. Routes, imports, schedules and undo all dispatch commands;
 * what must hold for every change is checked here and nowhere else.
 */
export type Command<Input = never, Target = unknown, Result = unknown> = {
  name: string
  input: TSchema
  /** Any one of them is enough. `authenticated`: whoever may call at all; the verb looks closer itself. */
  permission: Permission | readonly Permission[] | 'authenticated'
  /**
   * Where it happens. May read stored objects, for those that do not carry their project in the input, but never locks
   * them: the project is locked first.
   */
  scope(input: Input, tx: Tx): Scope | Promise<Scope>
  /** Takes the project for itself: nothing else happens in it meanwhile. */
  locksProject?: boolean
  /** Projects that it reaches besides the one of its scope. All are held in one order. */
  otherProjects?(input: Input): readonly string[]
  /** The segments and flags that it will hold, so that several commands in one change can take them in one order. */
  locks?(input: Input, tx: Tx): Locks | Promise<Locks>
  /** Also allowed while the project is archived, or while maintenance mode is on. */
  allowedWhen?: readonly ('archived' | 'maintenance')[]
  /** Refused when already this many exist. */
  limit?: { name: Limit; resource: string; count(tx: Tx, input: Input): Promise<number> }
  /** Locks and reads what is about to change. */
  load?(tx: Tx, input: Input, scope: Scope): Promise<Target>
  /** What of it is compared with `If-Match`, where that is not all of it. */
  current?(target: Target): Versioned
  run(tx: Tx, input: Input, target: Target): Promise<Result>
  /** What takes it back, where there is something. Several orders are carried out one after the other. */
  inverse?(input: Input, result: Result, target: Target): Order | readonly Order[] | undefined
}

/** A command with its input: what is stored, sent, undone or replayed. */
export type Order = { command: string; input: unknown }

type Registered = Command & { check(input: unknown): asserts input is never }
const registry = new Map<string, Registered>()

export function command<const S extends TSchema, Target, Result>(
  definition: Omit<Command<Static<S>, Target, Result>, 'input'> & { input: S },
): Command<Static<S>, Target, Result> & { with(input: Static<S>): Order } {
  if (registry.has(definition.name)) throw new Error(`two commands are called ${definition.name}`)
  const validator = compileSchema(definition.input)
  const check = (input: unknown) => {
    if (validator.Check(input)) return
    const first = validator.Errors(input)[0]
    throw invalid(`${first?.instancePath || definition.name}: ${first?.message ?? 'is not valid'}`)
  }
  registry.set(definition.name, { ...(definition as unknown as Command), check })
  return { ...definition, with: (input) => ({ command: definition.name, input }) }
}

export const commandNamed = (name: string): Command => registered(name)

function registered(name: string): Registered {
  const found = registry.get(name)
  if (!found) throw notFound('command', name)
  return found
}

export type RunOptions = { ifMatch?: string | undefined }

/** Runs one command inside a change that is under way: this is how verbs compose. */
export const run = async <Input, Target, Result>(
  tx: Tx,
  command: Command<Input, Target, Result>,
  input: Input,
): Promise<Result> => (await perform(tx, command, input)).result

/** What a command gave, and the orders that take it back; undefined where it cannot be taken back. */
export type Done<Result> = { result: Result; undo: readonly Order[] | undefined }

export async function perform<Input, Target, Result>(
  tx: Tx,
  { name }: Command<Input, Target, Result>,
  input: Input,
  options: RunOptions = {},
): Promise<Done<Result>> {
  const known = registered(name) as unknown as Command<Input, Target, Result> & {
    check(input: unknown): void
  }
  known.check(input)
  const scope = await known.scope(input, tx)
  allow(tx.caller, known.permission, scope)
  const others = known.otherProjects?.(input) ?? []
  if (others.length > 0) await lockTogether(tx, projectLocks(known, input, scope), [])
  const evenPaused = known.allowedWhen?.includes('maintenance') ?? false
  const guarded =
    scope.project == null
      ? guardInstance(tx, { evenPaused })
      : guardProject(tx, scope.project, {
          exclusively: known.locksProject ?? false,
          evenArchived: known.allowedWhen?.includes('archived') ?? false,
          evenPaused,
        })
  // Begun together, so that their statements travel together; in this order, so that locks are taken in it.
  const [, , target] = await inOrder([guarded, checkLimit(tx, known, input), known.load?.(tx, input, scope)])
  if (options.ifMatch !== undefined) unchanged(options.ifMatch, known.current?.(target as Target) ?? target)
  const result = await known.run(tx, input, target as Target)
  return { result, undo: known.inverse && listOf(known.inverse(input, result, target as Target)) }
}

async function checkLimit<Input>(tx: Tx, { limit }: Pick<Command<Input>, 'limit'>, input: Input) {
  if (!limit) return
  const most = tx.limits[limit.name]
  if ((await limit.count(tx, input)) >= most) throw limitReached(limit.resource, most)
}

const listOf = (orders: Order | readonly Order[] | undefined): readonly Order[] =>
  orders === undefined ? [] : 'command' in orders ? [orders] : orders

/** Carries out stored orders in one change; gives those that take all of it back, last things first. */
export async function performAll(tx: Tx, orders: readonly Order[]): Promise<readonly Order[] | undefined> {
  if (orders.length > 1) await lockForAll(tx, orders)
  const undos: (readonly Order[] | undefined)[] = []
  for (const { command, input } of orders) {
    const { undo } = await perform(tx, registered(command), input as never)
    undos.unshift(undo)
  }
  return undos.every((undo) => undo !== undefined) ? undos.flat() : undefined
}

/** Holds everything that the orders will, before the first of them runs. */
export async function lockForAll(tx: Tx, orders: readonly Order[]) {
  const { projects, locks } = await locksOf(tx, orders)
  await lockTogether(tx, projects, locks)
}

/** The projects and segments of the orders, for those who create segments before they go on to flags. */
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
      // About something that an earlier order creates; or else its own turn tells what is wrong.
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
  const own = project == null ? [] : [{ project, exclusively: locksProject }]
  const others = otherProjects?.(input) ?? []
  return [...own, ...others.map((other) => ({ project: other, exclusively: false }))]
}

/** Carries out a stored order, whatever it is. */
export const carryOut = (write: Write, caller: Caller, order: Order): Promise<unknown> =>
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

/** `If-Match` in its strong or weak form, a list, or `*`. */
function unchanged(ifMatch: string, loaded: unknown) {
  const target = loaded as Versioned | undefined
  if (target?.objectVersion === undefined) return
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
  if (tags.includes('*') || tags.includes(String(target.objectVersion))) return
  throw new AppError('changed', { what: 'object' }, { extra: { current: target } })
}
