import type { CodePlan } from '@flagstaff/contract/code'
import type { Context } from '../../context.ts'
import { exits } from '../../exit.ts'
import { readPlanBody, requireRepository } from './files.ts'
import { commentOnGithub } from './github.ts'
import { showPlan } from './show.ts'

export type PlanOptions = { overwrite?: string[]; take?: boolean }

export async function plan(context: Context<PlanOptions & { exitCode?: boolean; comment?: 'github' }>) {
  const { options, output } = context
  const made = await makePlan(context)
  const text = showPlan(made)
  output.result([text, ...nextStep(made)].join('\n'), made)
  if (options.comment === 'github') output.note(await commentOnGithub(requireRepository().config.owner, text))
  if (made.errors.length > 0) return hasConflict(made) ? exits.changed : exits.failed
  return options.exitCode && made.parts > 0 ? exits.differs : exits.done
}

function nextStep({ id, items, locks, parts }: CodePlan): string[] {
  if (parts === 0) return []
  const why =
    items.length + locks.length === 0
      ? ['The files do not manage all of their fields yet. Apply the plan to start.']
      : []
  return [...why, `Plan ${id} is kept for 7 days:  flagstaff apply ${id}`]
}

export const makePlan = (context: Context<PlanOptions>): Promise<CodePlan> => {
  const body = readPlanBody(requireRepository(), context.options)
  return context.client().get('POST /api/admin/code/plan', { body })
}

export const hasConflict = ({ items }: CodePlan): boolean => items.some(({ action }) => action === 'conflict')
