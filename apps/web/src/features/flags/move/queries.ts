import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

/** Flags of one project, and the target project. */
export type Move = { project: string; flags: readonly string[]; target: string }

const inputOf = ({ project, flags, target }: Move) => ({
  params: { projectId: project },
  body: { features: [...flags], newProjectId: target },
})

export const moveCheck = (move: Move) =>
  queryOptions({
    queryKey: ['flag', 'list', 'move', move.project, move.target, ...move.flags],
    queryFn: async ({ signal }) =>
      (await send('POST /api/admin/projects/:projectId/move/validate', inputOf(move), { signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Navigate at once: the flag no longer exists at its old URL. */
export const useMove = (nameOf: (project: string) => string, onMoved: (target: string) => void) =>
  useChange<Move>({
    run: async (move) => {
      const answer = await send('POST /api/admin/projects/:projectId/move', inputOf(move))
      onMoved(move.target)
      return answer
    },
    refresh: [['flag'], ['project'], ['event']],
    done: ({ flags, target }) => t('done', { count: flags.length, name: flags[0] ?? '', to: nameOf(target) }),
  })
