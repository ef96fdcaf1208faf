import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import { contentOf, type Plan } from '../plans/state.ts'
import type { Flag } from '../queries.ts'
import type { Safeguard } from '../safeguards/queries.ts'

type Future = {
  plans: readonly Plan[]
  safeguards: readonly (Safeguard & { flag: string; environment: string })[]
}

export const flagMoved = (flag: Flag, target: string, future: Future): NewEvent => ({
  type: 'feature-project-change',
  ...about(flag),
  project: target,
  data: { newProject: target, oldProject: flag.project },
  preData: { project: flag.project },
  touches: [{ kind: 'flag', name: flag.name }],
  plans: plansMoved(flag, target, future),
})

/** A plan and safeguards leave one place and come to another one, although they stay as they are. */
function plansMoved({ name, project }: Flag, target: string, { plans, safeguards }: Future) {
  const own = Map.groupBy(
    safeguards.filter(({ flag }) => flag === name),
    ({ environment }) => environment,
  )
  const futures = [
    ...plans
      .filter(({ flag }) => flag === name)
      .map((plan) => ({ kind: 'plan' as const, environment: plan.environment, content: contentOf(plan) })),
    ...[...own].map(([environment, content]) => ({ kind: 'safeguards' as const, environment, content })),
  ]
  return futures.flatMap(({ kind, environment, content }) => [
    { kind, name, environment, project, before: content, after: null },
    { kind, name, environment, project: target, before: null, after: content },
  ])
}
