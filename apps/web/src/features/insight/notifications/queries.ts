import type { NotificationPreference, NotificationPreferences } from '@flagstaff/contract/notifications'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { uiConfig } from '../../../lib/session.ts'
import { t } from './messages.ts'

export const notificationList = queryOptions({
  queryKey: ['notification', 'list'],
  queryFn: ({ signal }) => get('GET /api/admin/notifications', {}, signal),
})

/** The configuration contains the number of unread ones. */
const refresh = [notificationList.queryKey, uiConfig.queryKey]

const markInCache = (cache: QueryClient, isMarked: (id: number) => boolean) => {
  const before = cache.getQueryData(notificationList.queryKey)
  const readAt = new Date().toISOString()
  cache.setQueryData(notificationList.queryKey, (list) =>
    list?.map((one) => (one.readAt === null && isMarked(one.id) ? { ...one, readAt } : one)),
  )
  return () => cache.setQueryData(notificationList.queryKey, before)
}

export const useMarkRead = () =>
  useChange<number[]>({
    run: (notifications) => send('POST /api/admin/notifications/read', { body: { notifications } }),
    refresh,
    optimistic: (cache, ids) => markInCache(cache, (id) => ids.includes(id)),
    toastErrors: true,
  })

export const useReadAll = () =>
  useChange<void>({
    run: () => send('POST /api/admin/notifications/read-all', {}),
    refresh,
    optimistic: (cache) => markInCache(cache, () => true),
    toastErrors: true,
  })

export const preferences = queryOptions({
  queryKey: ['notification', 'preferences'],
  queryFn: ({ signal }) => get('GET /api/admin/notifications/preferences', {}, signal),
})

export const useSetPreference = () =>
  useChange<NotificationPreference>({
    run: (preference) =>
      send('PUT /api/admin/notifications/preferences', { body: { preferences: [preference] } }),
    refresh: [preferences.queryKey],
    optimistic: (cache, preference) => {
      const before = cache.getQueryData(preferences.queryKey)
      cache.setQueryData(preferences.queryKey, (all) => all && withPreference(all, preference))
      return () => cache.setQueryData(preferences.queryKey, before)
    },
    done: () => t('preferences.saved'),
    toastErrors: true,
  })

export const useSetReport = () =>
  useChange<boolean>({
    run: (wanted) =>
      send(`${wanted ? 'PUT' : 'DELETE'} /api/admin/email-subscription/:subscription`, {
        params: { subscription: PRODUCTIVITY_REPORT },
      }),
    refresh: [preferences.queryKey],
    optimistic: (cache, productivityReport) => {
      const before = cache.getQueryData(preferences.queryKey)
      cache.setQueryData(preferences.queryKey, (all) => all && { ...all, productivityReport })
      return () => cache.setQueryData(preferences.queryKey, before)
    },
    done: (wanted) => t(wanted ? 'report.on' : 'report.off'),
    toastErrors: true,
  })

const PRODUCTIVITY_REPORT = 'productivity-report'

const withPreference = (all: NotificationPreferences, preference: NotificationPreference) => ({
  ...all,
  preferences: all.preferences.map((one) => (one.kind === preference.kind ? preference : one)),
})
