import { SetCors, ToggleMaintenance } from '@flagstaff/contract/instance'
import Type from 'typebox'
import { command, type Order } from '../../platform/write/commands.ts'
import { settingUpdated } from './events.ts'
import { lockSetting, replaceSetting } from './queries.ts'
import { acceptOrigins } from './rules.ts'

/** The origins that can call the frontend API (CORS); an empty list allows all. */
export const setOrigins = command({
  name: 'frontend.set-origins',
  input: SetCors,
  permission: ['ADMIN', 'UPDATE_CORS'],
  scope: () => ({}),
  load: (tx) => lockSetting(tx, 'frontend'),
  async run(tx, { frontendApiOrigins = [] }, before) {
    const after = { origins: acceptOrigins(frontendApiOrigins), enabled: before?.enabled ?? true }
    await replaceSetting(tx, 'frontend', after)
    tx.record(settingUpdated('frontend', before, after, [{ kind: 'setting', name: 'frontend' }]))
  },
  inverse: (_input, _result, before): Order => setOrigins.with({ frontendApiOrigins: before?.origins ?? [] }),
})

/** Closes all streams of all processes: the time is published, and each process compares it with what it knew. */
export const disconnectStreams = command({
  name: 'streams.disconnect-all',
  input: Type.Object({}),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  load: (tx) => lockSetting(tx, 'streams'),
  async run(tx, _input, before) {
    const after = { closedAt: Math.max(Date.now(), (before?.closedAt ?? 0) + 1) }
    await replaceSetting(tx, 'streams', after)
    tx.record(settingUpdated('streams', before, after, [{ kind: 'setting', name: 'streams' }]))
  },
})

/** Blocks every change but this one. Flags are still served, usage is counted and users can sign in. */
export const toggleMaintenance = command({
  name: 'maintenance.toggle',
  input: ToggleMaintenance,
  permission: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  load: (tx) => lockSetting(tx, 'maintenance'),
  async run(tx, { enabled }, before) {
    await replaceSetting(tx, 'maintenance', { enabled })
    tx.record(settingUpdated('maintenance', before ?? { enabled: false }, { enabled }))
  },
  inverse: (_input, _result, before): Order => toggleMaintenance.with({ enabled: before?.enabled ?? false }),
})
