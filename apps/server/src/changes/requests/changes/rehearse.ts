import { type FlagState, listStates } from '../../../flags/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { executeAll, lockForAll, type Order } from '../../../platform/write/commands.ts'
import type { Effect } from '../../../platform/write/effects.ts'
import type { Locks } from '../../../platform/write/locks.ts'
import type { Touch, Tx } from '../../../platform/write/write.ts'
import { findSegment } from '../../../setup/segments/index.ts'
import { executeAdded, markAutomatic } from './automatic.ts'
import { type Change, flagChanges, type SegmentState, segmentChanges, toSegmentState } from './difference.ts'

type Names = { flags: readonly string[]; segments: readonly number[] }
type States = { flags: Map<string, FlagState>; segments: Map<number, SegmentState> }

export type Rehearsed = { changes: Change[]; effects: readonly Effect[] }

/**
 * Executes the orders of a request and then new ones, all behind a savepoint. Returns the difference of everything they
 * touch, and what it would do. `environment` is for changes that are in no environment, such as archiving.
 */
export async function rehearseOrders(
  tx: Tx,
  deputy: Caller,
  { present = [], added }: { present?: readonly Order[]; added: readonly Order[] },
  environment: string,
): Promise<Rehearsed> {
  let known: Names = { flags: [], segments: [] }
  for (;;) {
    const { result, touches, effects } = await tx.rehearse(deputy, async (inner) => {
      const names = union(known, ...(await lockForAll(inner, [...present, ...added])).map(namesIn))
      const before = await readStates(inner, names)
      await asConflict(() => executeAll(inner, present))
      const automatic = await executeAdded(inner, added)
      return { names, before, after: await readStates(inner, names), automatic }
    })
    known = union(result.names, touchedBy(touches))
    // What the orders touch besides that was read too late; it is known now.
    if (
      known.flags.length > result.names.flags.length ||
      known.segments.length > result.names.segments.length
    )
      continue
    return { changes: markAutomatic(differenceOf(result, environment), result.automatic), effects }
  }
}

/** Names a refusal as what it is for a stored change: it no longer fits. */
export async function asConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw new AppError('requestConflict', { reason: error.message })
    throw error
  }
}

function differenceOf(
  { names, before, after }: { names: Names; before: States; after: States },
  environment: string,
): Change[] {
  return [
    ...names.segments.flatMap((id) =>
      segmentChanges(before.segments.get(id), after.segments.get(id), environment),
    ),
    ...names.flags.flatMap((name) => flagChanges(before.flags.get(name), after.flags.get(name), environment)),
  ]
}

async function readStates(tx: Tx, { flags, segments }: Names): Promise<States> {
  const environments = await tx.read.selectFrom('environments').select('name').execute()
  const { viewer } = tx.caller
  const states = await listStates(
    tx.read,
    viewer,
    { names: flags },
    environments.map(({ name }) => name),
  )
  const found = await Promise.all(segments.map((id) => findSegment(tx.read, viewer, id)))
  return {
    flags: new Map(states.map((state) => [state.name, state])),
    segments: new Map(found.flatMap((segment) => (segment ? [[segment.id, toSegmentState(segment)]] : []))),
  }
}

const namesIn = ({ flags = [], changedSegments = [] }: Locks): Names => ({
  flags,
  segments: changedSegments,
})

const touchedBy = (touches: readonly Touch[]): Names => ({
  flags: touches.flatMap(({ kind, name }) => (kind === 'flag' ? [name] : [])),
  segments: touches.flatMap(({ kind, name }) => (kind === 'segment' ? [Number(name)] : [])),
})

const union = (...all: readonly Names[]): Names => ({
  flags: [...new Set(all.flatMap(({ flags }) => flags))].sort(),
  segments: [...new Set(all.flatMap(({ segments }) => segments))].sort((a, b) => a - b),
})
