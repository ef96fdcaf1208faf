import Type from 'typebox'
import { authorise } from '../../platform/write/authority.ts'
import { command, run } from '../../platform/write/commands.ts'
import { pausePlan } from '../plans/commands.ts'
import { findPlan } from '../plans/queries.ts'
import { findSwitch } from '../rules/queries.ts'
import { disableFlags } from '../switch/commands.ts'
import { lockActiveFlag } from '../target.ts'
import { safeguardTriggered } from './events.ts'
import { listSafeguards, markTriggered } from './queries.ts'

/**
 * Does what a safeguard is for. It acts again if someone resumes the plan or turns on the flag while the metric is still
 * past the limit.
 */
export const triggerSafeguard = command({
  name: 'safeguard.trigger',
  input: Type.Object({
    project: Type.String(),
    flag: Type.String(),
    environment: Type.String(),
    id: Type.String(),
    value: Type.Number(),
  }),
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  scope: ({ project, environment }) => ({ project, environment }),
  locks: ({ flag }) => ({ flags: [flag] }),
  async load(tx, input) {
    const flag = await lockActiveFlag(tx, input)
    const found = (await listSafeguards(tx.read, input)).find(({ id }) => id === input.id)
    const [plan, state] = await Promise.all([findPlan(tx.read, input), findSwitch(tx.read, input)])
    return { flag, found, plan, enabled: state?.enabled ?? false }
  },
  async run(tx, { project, flag: name, environment, value }, { flag, found, plan, enabled }) {
    if (!found || !enabled) return false
    if (found.plan !== null && (plan?.id !== found.plan || plan.pausedAt || plan.active === null))
      return false
    // The person who set it decided on this before; a review would come too late.
    authorise(tx, { kind: 'plan', places: [{ project, environment }] })
    await markTriggered(tx, found.id)
    tx.record(safeguardTriggered(flag, environment, found, value))
    const { metricName, aggregationMode } = found.metric
    const { operator, threshold } = found.condition
    const reason = `${metricName} (${aggregationMode}) was ${value}: ${operator === '>' ? 'above' : 'below'} ${threshold}.`
    if (found.plan === null) await run(tx, disableFlags, { project, environment, flags: [name] })
    else await run(tx, pausePlan, { project, flag: name, environment, plan: found.plan, reason })
    return true
  },
})
