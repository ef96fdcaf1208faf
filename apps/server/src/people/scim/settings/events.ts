import type { NewEvent } from '../../../platform/write/write.ts'

type Switch = { enabled: boolean }

export const scimSwitched = (before: Switch | undefined, after: Switch): NewEvent => ({
  type: before ? 'setting-updated' : 'setting-created',
  data: { name: 'scim', ...after },
  ...(before ? { preData: { name: 'scim', ...before } } : {}),
})

/** Records that the token was replaced, never the token itself. */
export const scimTokenReplaced = (setting: Switch): NewEvent => ({
  type: 'setting-updated',
  data: { name: 'scim', ...setting, tokenReplaced: true },
  preData: { name: 'scim', ...setting },
})
