import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'
import type { FlagLink } from './queries.ts'

export const linkAdded = (flag: Flag, link: FlagLink): NewEvent => ({
  type: 'feature-link-added',
  ...about(flag),
  data: link,
})

export const linkUpdated = (flag: Flag, before: FlagLink, link: FlagLink): NewEvent => ({
  type: 'feature-link-updated',
  ...about(flag),
  data: link,
  preData: before,
})

export const linkRemoved = (flag: Flag, link: FlagLink): NewEvent => ({
  type: 'feature-link-removed',
  ...about(flag),
  preData: link,
})
