import { useQuery } from '@tanstack/react-query'
import { roomOf } from '../../lib/room.ts'
import type { Refusal } from '../../lib/session.ts'
import { useLimits } from '../constraints/queries.ts'
import { t } from './messages.ts'
import { projectList, projectOverview } from './queries.ts'

/** Whether one more fits: what to say near the limit, and why not at it. Counted as far as one sees. */
export type RoomWords = { note: string | undefined; full: Refusal }

export function useProjectRoom(): RoomWords {
  const { projects: limit } = useLimits()
  const { data } = useQuery(projectList)
  const room = roomOf(data?.length, limit)
  return {
    note: room?.isNear ? t('room.projects', { left: room.left, limit }) : undefined,
    full: room?.isFull ? t('room.noProjects', { limit }) : undefined,
  }
}

/** Of the installation, and of the project if one is given. */
export function useFlagRoom(project?: string): RoomWords {
  const { featureFlags: most } = useLimits()
  const { data: projects } = useQuery(projectList)
  const { data: overview } = useQuery({ ...projectOverview(project ?? ''), enabled: !!project })
  const all = roomOf(
    projects?.reduce((sum, { featureCount = 0 }) => sum + featureCount, 0),
    most,
  )
  const limit = overview?.featureLimit
  const own = roomOf(projects?.find(({ id }) => id === project)?.featureCount, limit)
  const name = overview?.name ?? ''
  if (all?.isFull) return { note: undefined, full: t('room.noFlags', { limit: most }) }
  if (own?.isFull) return { note: undefined, full: t('room.projectFull', { name, limit: limit ?? 0 }) }
  if (own?.isNear) return { note: t('room.ofProject', { name, left: own.left }), full: undefined }
  return { note: all?.isNear ? t('room.flags', { left: all.left, limit: most }) : undefined, full: undefined }
}
