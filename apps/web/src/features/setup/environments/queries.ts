import type { CloneEnvironment, CreateEnvironment, Environment } from '@flagstaff/contract/environments'
import { send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { environmentList } from '../../../lib/session.ts'
import { t } from './messages.ts'
import { orderOf } from './order.ts'

const refresh = [['environment']]
const key = environmentList.queryKey

export const useSort = () =>
  useChange<Environment[]>({
    run: (rows) => send('PUT /api/admin/environments/sort-order', { body: orderOf(rows) }),
    refresh,
    done: () => t('env.sorted'),
    optimistic: (cache, rows) => {
      const before = cache.getQueryData(key)
      cache.setQueryData(key, rows)
      return () => cache.setQueryData(key, before)
    },
  })

export const useOffer = () =>
  useChange<{ name: string; on: boolean; type: string }>({
    run: ({ name, on }) =>
      on
        ? send('POST /api/admin/environments/:name/on', { params: { name } })
        : send('POST /api/admin/environments/:name/off', { params: { name } }),
    refresh,
    done: ({ name, on }) => t(on ? 'env.on' : 'env.off', { name }),
    optimistic: (cache, { name, on, type }) => {
      if (type === 'production') return undefined
      const before = cache.getQueryData(key)
      cache.setQueryData(key, (rows) =>
        rows?.map((row) => (row.name === name ? { ...row, enabled: on } : row)),
      )
      return () => cache.setQueryData(key, before)
    },
  })

export const useCreateEnvironment = () =>
  useChange<CreateEnvironment>({
    run: (environment) => send('POST /api/admin/environments', { body: environment }),
    refresh,
    done: ({ name }) => t('env.created', { name }),
  })

export const useUpdateEnvironment = () =>
  useChange<{ name: string; type: string; version: number | undefined }>({
    run: ({ name, type, version }) =>
      send('PUT /api/admin/environments/update/:name', { params: { name }, body: { type } }, { version }),
    refresh,
    done: ({ name }) => t('env.saved', { name }),
  })

export const useCloneEnvironment = () =>
  useChange<{ source: string; clone: CloneEnvironment }>({
    run: ({ source, clone }) =>
      send('POST /api/admin/environments/:name/clone', { params: { name: source }, body: clone }),
    refresh,
    done: ({ source, clone }) => t('env.cloned', { name: clone.name, source }),
  })

export const useDeleteEnvironment = () =>
  useChange<Environment>({
    run: ({ name }) => send('DELETE /api/admin/environments/:name', { params: { name } }),
    refresh: [...refresh, ['token']],
    done: ({ name }) => t('env.deleted', { name }),
  })
