import { useQuery } from '@tanstack/react-query'
import { useLimits } from '../../../lib/limits.ts'
import { projectList } from '../../../lib/projects.ts'
import { type RoomWords, remainingOf } from '../../../lib/remaining.ts'
import { t } from './messages.ts'

/** Whether another project can be created. */
export function useProjectRoom(): RoomWords {
  const { projects: limit } = useLimits()
  const { data } = useQuery(projectList)
  const room = remainingOf(data?.length, limit)
  return {
    note: room?.isNear ? t('room.projects', { left: room.left, limit }) : undefined,
    full: room?.isFull ? t('room.noProjects', { limit }) : undefined,
  }
}
