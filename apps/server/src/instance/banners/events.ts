import type { Banner } from '@flagstaff/contract/banners'
import type { NewEvent } from '../../platform/write/write.ts'

const shown = ({ objectVersion: _, ...banner }: Banner) => banner

export const bannerCreated = (after: Banner): NewEvent => ({ type: 'banner-created', data: shown(after) })

export const bannerUpdated = (before: Banner, after: Banner): NewEvent => ({
  type: 'banner-updated',
  preData: shown(before),
  data: shown(after),
})

export const bannerDeleted = (before: Banner): NewEvent => ({
  type: 'banner-deleted',
  preData: shown(before),
})
