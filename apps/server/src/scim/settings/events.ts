import type { NewEvent } from '../../platform/write.ts'

type Switch = { enabled: boolean }

export const scimSwitched = (before: Switch | undefined, after: Switch): NewEvent => ({
  type: before ? 'setting-updated' : 'setting-created',
  data: { name: 'scim', ...after },
  ...(before ? { preData: { name: 'scim', ...before } } : {}),
})

/** That it happened; never what it is. */
export const scimTokenReplaced = (setting: Switch): NewEvent => ({
  type: 'setting-updated',
  data: { name: 'scim', ...setting, tokenReplaced: true },
  preData: { name: 'scim', ...setting },
})
