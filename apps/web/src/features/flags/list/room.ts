import { useQuery } from '@tanstack/react-query'
import { useLimits } from '../../../lib/limits.ts'
import { projectList } from '../../../lib/projects.ts'
import { type RoomWords, remainingOf } from '../../../lib/remaining.ts'
import { projectOverview } from '../../setup/projects/index.ts'
import { t } from './messages.ts'

/** Whether another flag can be created: the limit of the installation, and of the project if given. */
export function useFlagRoom(project?: string): RoomWords {
  const { featureFlags: most } = useLimits()
  const { data: projects } = useQuery(projectList)
  const { data: overview } = useQuery({ ...projectOverview(project ?? ''), enabled: !!project })
  const all = remainingOf(
    projects?.reduce((sum, { featureCount = 0 }) => sum + featureCount, 0),
    most,
  )
  const limit = overview?.featureLimit
  const own = remainingOf(projects?.find(({ id }) => id === project)?.featureCount, limit)
  const name = overview?.name ?? project ?? ''
  if (all?.isFull) return { note: undefined, full: t('room.noFlags', { limit: most }) }
  if (own?.isFull) return { note: undefined, full: t('room.projectFull', { name, limit: limit ?? 0 }) }
  if (own?.isNear) return { note: t('room.ofProject', { name, left: own.left }), full: undefined }
  return { note: all?.isNear ? t('room.flags', { left: all.left, limit: most }) : undefined, full: undefined }
}
