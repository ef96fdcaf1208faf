import type { CreateFeature } from '@flagstaff/contract/flags'
import { send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'
import { refresh } from './queries.ts'

type NewFlag = {
  project: string
  flag: CreateFeature
  /** The environments in which the flag is on initially, with percentages. */
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
      return send('POST /api/admin/projects/:projectId/features', {
        params: { projectId: input.project },
        body,
      })
    },
    refresh,
    done: ({ flag }) => t('done.created', { name: flag.name }),
  })
