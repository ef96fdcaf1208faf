import { RemoteMcpSettings } from '@flagstaff/contract/mcp'
import { command, type Order } from '../../platform/write/commands.ts'
import { mcpSettingsUpdated } from './events.ts'
import { lockMcpSettings, replaceMcpSettings } from './queries.ts'

export const setMcp = command({
  name: 'mcp.set',
  input: RemoteMcpSettings,
  permission: 'ADMIN',
  scope: () => ({}),
  load: lockMcpSettings,
  async run(tx, { enabled }, before) {
    await replaceMcpSettings(tx, { enabled })
    tx.record(mcpSettingsUpdated(before, { enabled }))
  },
  inverse: (_input, _result, { enabled }): Order => setMcp.with({ enabled }),
})
