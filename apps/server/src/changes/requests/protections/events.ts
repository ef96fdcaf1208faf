import type { Place } from '../../../platform/write/effects.ts'
import type { NewEvent } from '../../../platform/write/write.ts'
import type { Protection } from './queries.ts'

export const protectionUpdated = (
  { project, environment }: Place,
  before: Protection | undefined,
  after: Protection | undefined,
  reason: string | undefined,
): NewEvent => ({
  type: 'change-request-configuration-updated',
  project,
  environment,
  preData: shown(before),
  data: { ...shown(after), ...(reason === undefined ? {} : { reason }) },
})

const shown = (protection: Protection | undefined) => ({
  changeRequestsEnabled: protection !== undefined,
  ...protection,
})
