import type { Promotion } from '@flagstaff/contract/compare'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export type Places = { project: string; from: string; to: string; feature: string | undefined }

export const comparison = ({ project, from, to, feature }: Places) =>
  queryOptions({
    queryKey: ['flag', 'list', 'compare', project, from, to, feature ?? ''],
    queryFn: ({ signal }) => {
      const query = { from, to, ...(feature ? { feature } : {}) }
      return get(
        'GET /api/admin/projects/:projectId/compare',
        { params: { projectId: project }, query },
        signal,
      )
    },
  })

export const usePromote = (project: string) =>
  useChange<Promotion>({
    run: (promotion) =>
      send('POST /api/admin/projects/:projectId/promote', {
        params: { projectId: project },
        body: promotion,
      }),
    refresh: [['flag']],
    done: ({ features, to }) => t('done', { count: features.length, to }),
  })
