import type { NewEvent } from '../../platform/write/write.ts'

type Switch = { enabled: boolean }

export const mcpSettingsUpdated = (before: Switch, after: Switch): NewEvent => ({
  type: 'remote-mcp-server-settings-updated',
  data: after,
  preData: before,
})
