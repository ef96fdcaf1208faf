import { run } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { startMilestone } from './commands.ts'
import type { Plan } from './state.ts'

/** Starts the first milestone of a plan that waited for its flag to be turned on. */
export async function startPlan(tx: Tx, project: string, { id: plan, flag, environment, milestones }: Plan) {
  const [first] = milestones
  if (first) await run(tx, startMilestone, { project, flag, environment, plan, milestone: first.id })
}
