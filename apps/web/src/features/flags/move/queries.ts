import type { MoveFeatures, ValidateMoveFeatures } from '@flagstaff/contract/moves'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

/** Flags of one project, and where they are to go. */
export type Move = { project: string; flags: readonly string[]; target: string }

const addressOf = (project: string) => `/api/admin/projects/${encodeURIComponent(project)}/move`
const bodyOf = ({ flags, target }: Move): MoveFeatures => ({ features: [...flags], newProjectId: target })

export const moveCheck = (move: Move) =>
  queryOptions({
    queryKey: ['flag', 'list', 'move', move.project, move.target, ...move.flags],
    queryFn: async ({ signal }) =>
      (
        await call<ValidateMoveFeatures>('POST', `${addressOf(move.project)}/validate`, bodyOf(move), {
          signal,
        })
      ).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** The page goes along at once: where it was, there is no such flag any more. */
export const useMove = (nameOf: (project: string) => string, onMoved: (target: string) => void) =>
  useChange<Move>({
    run: async (move) => {
      const answer = await call('POST', addressOf(move.project), bodyOf(move))
      onMoved(move.target)
      return answer
    },
    refresh: [['flag'], ['project'], ['event']],
    done: ({ flags, target }) => t('done', { count: flags.length, name: flags[0] ?? '', to: nameOf(target) }),
  })
