import type { CloneEnvironment, CreateEnvironment, Environment } from '@flagstaff/contract/environments'
import { call } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { environmentList } from '../../lib/session.ts'
import { t } from './messages.ts'
import { orderOf } from './order.ts'

const at = (name: string) => `/api/admin/environments/${encodeURIComponent(name)}`
const refresh = [['environment']]
const key = environmentList.queryKey

export const useSort = () =>
  useChange<Environment[]>({
    run: (rows) => call('PUT', '/api/admin/environments/sort-order', orderOf(rows)),
    refresh,
    done: () => t('env.sorted'),
    paint: (cache, rows) => {
      const before = cache.getQueryData(key)
      cache.setQueryData(key, rows)
      return () => cache.setQueryData(key, before)
    },
  })

export const useOffer = () =>
  useChange<{ name: string; on: boolean; type: string }>({
    run: ({ name, on }) => call('POST', `${at(name)}/${on ? 'on' : 'off'}`),
    refresh,
    done: ({ name, on }) => t(on ? 'env.on' : 'env.off', { name }),
    paint: (cache, { name, on, type }) => {
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
    run: (environment) => call('POST', '/api/admin/environments', environment),
    refresh,
    done: ({ name }) => t('env.created', { name }),
  })

export const useUpdateEnvironment = () =>
  useChange<{ name: string; type: string; version: number | undefined }>({
    run: ({ name, type, version }) =>
      call('PUT', `/api/admin/environments/update/${encodeURIComponent(name)}`, { type }, { version }),
    refresh,
    done: ({ name }) => t('env.saved', { name }),
  })

export const useCloneEnvironment = () =>
  useChange<{ source: string; clone: CloneEnvironment }>({
    run: ({ source, clone }) => call('POST', `${at(source)}/clone`, clone),
    refresh,
    done: ({ source, clone }) => t('env.cloned', { name: clone.name, source }),
  })

export const useDeleteEnvironment = () =>
  useChange<Environment>({
    run: ({ name }) => call('DELETE', at(name)),
    refresh: [...refresh, ['token']],
    done: ({ name }) => t('env.deleted', { name }),
  })
