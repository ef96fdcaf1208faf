import type { NewEvent, Touch } from '../../platform/write/write.ts'

export const settingUpdated = (
  name: string,
  before: object | undefined,
  after: object,
  touches: readonly Touch[] = [],
): NewEvent => ({
  type: 'setting-updated',
  data: { name, ...after },
  ...(before ? { preData: { name, ...before } } : {}),
  touches,
})
