import type { CreateFeature } from '@flagstaff/contract/flags'
import { call } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'
import { inProject, refresh } from './queries.ts'

type NewFlag = {
  project: string
  flag: CreateFeature
  /** Where it is on from the start, and for how many percent. */
  rollout: readonly { environment: string; percent: number }[]
  stickiness: string
}

const initialStateOf = ({ flag, rollout, stickiness }: NewFlag) =>
  rollout.map(({ environment, percent }) => ({
    environment,
    strategies: [
      {
        name: 'flexibleRollout',
        parameters: { rollout: String(percent), stickiness, groupId: flag.name },
      },
    ],
  }))

export const useCreateFlag = () =>
  useChange<NewFlag>({
    run: (input) => {
      const initialState = initialStateOf(input)
      const body = { ...input.flag, ...(initialState.length > 0 && { initialState }) }
      return call('POST', `${inProject(input.project)}/features`, body)
    },
    refresh,
    done: ({ flag }) => t('done.created', { name: flag.name }),
  })
