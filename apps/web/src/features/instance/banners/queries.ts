import type { Banner, CreateBanner } from '@flagstaff/contract/banners'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { uiConfig } from '../../../lib/session.ts'
import { t } from './messages.ts'

export const bannerList = queryOptions({
  queryKey: ['banner', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/banners', {}, signal)).banners,
})

/** The configuration contains the banners that are shown. */
const refresh = [['banner'], uiConfig.queryKey]

type Saved = { banner: CreateBanner; id?: number; version?: number | undefined }

/** Creates a banner without an id, otherwise updates it; with a version, only if no other user has changed it. */
export const useSaveBanner = () =>
  useChange<Saved>({
    run: ({ banner, id, version }) =>
      id === undefined
        ? send('POST /api/admin/banners', { body: banner })
        : send('PUT /api/admin/banners/:id', { params: { id }, body: banner }, { version }),
    refresh,
    done: () => t('banners.saved'),
  })

export const useToggleBanner = () =>
  useChange<Banner>({
    run: ({ id, enabled }) =>
      enabled
        ? send('POST /api/admin/banners/:id/off', { params: { id } })
        : send('POST /api/admin/banners/:id/on', { params: { id } }),
    refresh,
    done: ({ enabled }) => t(enabled ? 'banners.turnedOff' : 'banners.turnedOn'),
    toastErrors: true,
  })

export const useDeleteBanner = () =>
  useChange<Banner>({
    run: ({ id }) => send('DELETE /api/admin/banners/:id', { params: { id } }),
    refresh,
    done: () => t('banners.deleted'),
    toastErrors: true,
  })
