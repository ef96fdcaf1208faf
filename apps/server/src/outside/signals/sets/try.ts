import { type TriedActions, TryActions } from '@flagstaff/contract/actions'
import { SignalPayload } from '@flagstaff/contract/signals'
import Type from 'typebox'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { command, executeAll } from '../../../platform/write/commands.ts'
import { freezesIn } from '../../../platform/write/freezes.ts'
import { judge } from '../../../platform/write/judge.ts'
import { readGuarded } from '../../../platform/write/places.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { readActor } from '../runs/actor.ts'
import { testFilters } from '../runs/match.ts'
import { NO_TAGGED_FLAG, orderOf } from '../runs/orders.ts'
import { acceptSet } from './accept.ts'
import { type AcceptedAction, findSet, type SetContent } from './queries.ts'

const permission = 'UPDATE_PROJECT'
const scope = ({ project }: { project: string }) => ({ project })

/** Rehearses a set that is not stored. */
export const tryNewSet = command({
  name: 'action-set.try',
  input: Type.Interface([TryActions], { project: Type.String() }),
  permission,
  scope,
  async run(tx, { project, payload, ...sent }) {
    const { content, actions } = await acceptSet(tx, project, sent)
    return tryWith(tx, { ...content, project, actions }, payload)
  },
})

export const tryStoredSet = command({
  name: 'action-set.try-stored',
  input: Type.Object({ project: Type.String(), id: Type.Integer(), payload: SignalPayload }),
  permission,
  scope,
  async run(tx, { project, id, payload }) {
    const set = await findSet(tx.read, project, id)
    if (!set) throw notFound('action set', id)
    return tryWith(tx, set, payload)
  },
})

type Tried = TriedActions['actions'][number]
type Attempt = SetContent & { project: string; actions: readonly AcceptedAction[] }

async function tryWith(tx: Tx, set: Attempt, payload: SignalPayload): Promise<TriedActions> {
  const filters = testFilters(set.match.payload, payload)
  const matches = filters.every((filter) => filter.matches)
  const actor = await readActor(tx.read, set, 0)
  const actions: Tried[] = []
  let stopped = !matches
  for (const action of set.actions) {
    const tried = stopped ? notStarted : await tryAction(tx, set, actor, action)
    stopped ||= tried.outcome === 'failed'
    actions.push({ sortOrder: action.sortOrder, action: action.action, ...tried })
  }
  return { matches, filters, actions }
}

type Outcome = Omit<Tried, 'sortOrder' | 'action'>
const notStarted: Outcome = { outcome: 'not started', flags: [], details: null }

async function tryAction(
  tx: Tx,
  set: Attempt,
  actor: Caller | undefined,
  action: AcceptedAction,
): Promise<Outcome> {
  const failed = (details: string): Outcome => ({ outcome: 'failed', flags: [], details })
  if (!actor) return failed('The service account of the action set was deleted.')
  try {
    const order = await orderOf(tx, set.project, action)
    if (!order) return { outcome: 'none', flags: [], details: NO_TAGGED_FLAG }
    const { effects } = await tx.rehearse(actor, (inner) => executeAll(inner, [order]))
    const flags = [...new Set(effects.map(({ name }) => name))]
    if (flags.length === 0) return { outcome: 'none', flags, details: null }
    return { ...(await judged(tx, actor, effects, set.onProtected)), flags }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return failed(error.message)
  }
}

type Effects = Awaited<ReturnType<Tx['rehearse']>>['effects']

/** Whether the guard would let the change pass. */
async function judged(tx: Tx, actor: Caller, effects: Effects, onProtected: Attempt['onProtected']) {
  const { places, freezes } = await readGuarded(tx.db)
  const active = freezesIn(freezes, new Date())
  const guarded = effects.map((effect) => ({
    ...effect,
    place: places.find(
      ({ project, environment }) => project === effect.project && environment === effect.environment,
    ),
    freezes: active.filter(
      ({ project, environments }) =>
        (project === null || project === effect.project) &&
        (environments.length === 0 || environments.includes(effect.environment)),
    ),
  }))
  try {
    judge(actor, undefined, guarded)
    return { outcome: 'change' as const, details: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'protected' || onProtected === 'fail') throw error
    return { outcome: 'request' as const, details: null }
  }
}
