import type { CreateFeature } from '@flagstaff/contract/flags'
import { useQueryClient } from '@tanstack/react-query'
import { send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { projectOverview } from '../../setup/projects/index.ts'
import { t } from './messages.ts'
import { refresh } from './queries.ts'

type NewFlag = {
  project: string
  flag: CreateFeature
  /** The environments in which the flag is on initially, with percentages. */
  rollout: readonly { environment: string; percent: number }[]
}

const initialStateOf = ({ flag, rollout }: NewFlag, stickiness: string) =>
  rollout.map(({ environment, percent }) => ({
    environment,
    strategies: [
      {
        name: 'flexibleRollout',
        parameters: { rollout: String(percent), stickiness, groupId: flag.name },
      },
    ],
  }))

export const useCreateFlag = () => {
  const cache = useQueryClient()
  return useChange<NewFlag>({
    run: async (input) => {
      const { project, rollout } = input
      // A first rule has the stickiness of the project, also if its settings have not been loaded yet.
      const initialState =
        rollout.length === 0
          ? []
          : initialStateOf(
              input,
              (await cache.ensureQueryData(projectOverview(project))).defaultStickiness ?? 'default',
            )
      const body = { ...input.flag, ...(initialState.length > 0 && { initialState }) }
      return send('POST /api/admin/projects/:projectId/features', {
        params: { projectId: project },
        body,
      })
    },
    refresh,
    done: ({ flag }) => t('done.created', { name: flag.name }),
  })
}
