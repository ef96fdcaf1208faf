import type { CreateFeature } from '@flagstaff/contract/flags'
import { type Answer, call } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'
import { at, inProject, refresh } from './queries.ts'

export type NewFlag = {
  project: string
  flag: CreateFeature
  /** Where it is on from the start, and for how many percent. */
  rollout: readonly { environment: string; percent: number }[]
  stickiness: string
}
export type Failure = { environment: string; step: 'rule' | 'on'; reason: string }

/** Creates the flag, then its rules, then turns it on. What fails after the flag itself is told, not hidden. */
async function createAll({ project, flag, rollout, stickiness }: NewFlag): Promise<Answer<Failure[]>> {
  const { undo } = await call('POST', `${inProject(project)}/features`, flag)
  const failures: Failure[] = []
  for (const { environment, percent } of rollout) {
    const path = `${at({ project, name: flag.name })}/environments/${encodeURIComponent(environment)}`
    const parameters = { rollout: String(percent), stickiness, groupId: flag.name }
    let step: Failure['step'] = 'rule'
    try {
      await call('POST', `${path}/strategies`, { name: 'flexibleRollout', parameters })
      step = 'on'
      await call('POST', `${path}/on`)
    } catch (error) {
      failures.push({ environment, step, reason: error instanceof Error ? error.message : '' })
    }
  }
  // Taking back the last step alone would leave the flag behind.
  return { data: failures, undo: rollout.length === 0 ? undo : undefined }
}

export const useCreateFlag = () =>
  useChange<NewFlag, Failure[]>({
    run: createAll,
    refresh,
    done: ({ flag }) => t('done.created', { name: flag.name }),
  })
