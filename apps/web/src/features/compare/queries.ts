import type { Comparison, Promotion } from '@flagstaff/contract/compare'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const at = (project: string) => `/api/admin/projects/${encodeURIComponent(project)}`

export type Places = { project: string; from: string; to: string; feature: string | undefined }

export const comparison = ({ project, from, to, feature }: Places) =>
  queryOptions({
    queryKey: ['flag', 'list', 'compare', project, from, to, feature ?? ''],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ from, to, ...(feature ? { feature } : {}) })
      return read<Comparison>(`${at(project)}/compare?${query}`, signal)
    },
  })

export const usePromote = (project: string) =>
  useChange<Promotion>({
    run: (promotion) => call('POST', `${at(project)}/promote`, promotion),
    refresh: [['flag']],
    done: ({ features, to }) => t('done', { count: features.length, to }),
  })
