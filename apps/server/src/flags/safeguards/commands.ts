import { CreateSafeguard, MOST_SAFEGUARDS } from '@flagstaff/contract/release-plans'
import Type from 'typebox'
import { limitReached, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { findPlan } from '../plans/queries.ts'
import type { Flag } from '../queries.ts'
import { findSwitch } from '../rules/queries.ts'
import { lockActiveFlag } from '../target.ts'
import { safeguardEvent } from './events.ts'
import { listSafeguards, replaceSafeguards, type Safeguard } from './queries.ts'

const Place = Type.Object({ project: Type.String(), flag: Type.String(), environment: Type.String() })
type Place = { project: string; flag: string; environment: string }
type Target = { flag: Flag; before: Safeguard[] }

const inEnvironment = ({ project, environment }: Place) => ({ project, environment })

async function load(tx: Tx, place: Place): Promise<Target> {
  const flag = await lockActiveFlag(tx, place)
  if (!(await findSwitch(tx.read, place))) throw notFound('environment', place.environment)
  return { flag, before: await listSafeguards(tx.read, place) }
}

const back = ({ project, flag, environment }: Place, { before }: Target): Order =>
  replaceAll.with({ project, flag, environment, safeguards: before })

const common = {
  proposable: true,
  scope: inEnvironment,
  locks: ({ flag }: Place) => ({ flags: [flag] }),
  load,
  current: ({ flag }: Target) => flag,
} as const

/** Pauses the plan when a metric passes a limit. */
export const setPlanSafeguard = command({
  ...common,
  name: 'safeguard.set-for-plan',
  permission: 'UPDATE_FEATURE_STRATEGY',
  input: Type.Interface([Place, CreateSafeguard], { plan: Type.String() }),
  async run(tx, input, target) {
    if ((await findPlan(tx.read, input))?.id !== input.plan) throw notFound('release plan', input.plan)
    return set(tx, input, target, input.plan)
  },
  inverse: (input, _result, target) => back(input, target),
})

/** Turns the flag off when a metric passes a limit. */
export const setFlagSafeguard = command({
  ...common,
  name: 'safeguard.set-for-flag',
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  input: Type.Interface([Place, CreateSafeguard], {}),
  run: (tx, input, target) => set(tx, input, target, null),
  inverse: (input, _result, target) => back(input, target),
})

/** A safeguard of the same metric is replaced. */
async function set(tx: Tx, input: Place & CreateSafeguard, { flag, before }: Target, plan: string | null) {
  const { impactMetric: metric, triggerCondition: condition } = input
  const same = (one: Safeguard) => one.plan === plan && one.metric.metricName === metric.metricName
  const old = before.find(same)
  const changed = {
    id: old?.id ?? ulid(),
    plan,
    metric: { source: 'internal' as const, ...metric },
    condition,
  }
  const after = old ? before.map((one) => (one === old ? changed : one)) : [...before, changed]
  if (after.filter((one) => one.plan === plan).length > MOST_SAFEGUARDS)
    throw limitReached('safeguards', MOST_SAFEGUARDS)
  await replaceSafeguards(tx, input, after)
  const change = { flag, environment: input.environment, before, after }
  tx.record(
    safeguardEvent('safeguard-changed', change, {
      data: shown(changed),
      ...(old ? { preData: shown(old) } : {}),
    }),
  )
}

const shown = ({ metric, condition }: Safeguard) => ({ name: metric.metricName, metric, condition })

export const deletePlanSafeguard = command({
  ...common,
  name: 'safeguard.delete-from-plan',
  permission: 'UPDATE_FEATURE_STRATEGY',
  input: Type.Interface([Place], { plan: Type.String(), id: Type.String() }),
  run: (tx, input, target) => remove(tx, input, target, input.plan),
  inverse: (input, _result, target) => back(input, target),
})

export const deleteFlagSafeguard = command({
  ...common,
  name: 'safeguard.delete-from-flag',
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  input: Type.Interface([Place], { id: Type.String() }),
  run: (tx, input, target) => remove(tx, input, target, null),
  inverse: (input, _result, target) => back(input, target),
})

async function remove(tx: Tx, input: Place & { id: string }, { flag, before }: Target, plan: string | null) {
  const old = before.find((one) => one.id === input.id && one.plan === plan)
  if (!old) throw notFound('safeguard', input.id)
  const after = before.filter((one) => one !== old)
  await replaceSafeguards(tx, input, after)
  const change = { flag, environment: input.environment, before, after }
  tx.record(safeguardEvent('safeguard-deleted', change, { preData: shown(old) }))
}

const Stored = Type.Object({
  id: Type.String(),
  plan: Type.Union([Type.String(), Type.Null()]),
  metric: CreateSafeguard.properties.impactMetric,
  condition: CreateSafeguard.properties.triggerCondition,
})

/** Gives a flag exactly these safeguards: for undo and for change requests. */
export const replaceAll = command({
  ...common,
  name: 'safeguard.replace-all',
  permission: 'UPDATE_FEATURE_STRATEGY',
  input: Type.Interface([Place], { safeguards: Type.Array(Stored) }),
  async run(tx, input, { flag, before }) {
    await replaceSafeguards(tx, input, input.safeguards)
    const change = { flag, environment: input.environment, before, after: input.safeguards }
    tx.record(
      safeguardEvent('safeguard-changed', change, {
        data: { safeguards: input.safeguards.map(shown) },
        preData: { safeguards: before.map(shown) },
      }),
    )
  },
  inverse: (input, _result, target): Order => back(input, target),
})
