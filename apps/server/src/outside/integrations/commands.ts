import { eventTypes } from '@flagstaff/contract/event-types'
import { MOST_INTEGRATIONS } from '@flagstaff/contract/integrations'
import Type, { type Static } from 'typebox'
import { invalid, limitReached, notFound } from '../../platform/errors.ts'
import { type Caller, confinedTo, sees } from '../../platform/write/actor.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { lockCount } from '../../platform/write/locks.ts'
import type { Tx } from '../../platform/write/write.ts'
import { integrationEvent } from './events.ts'
import {
  type Content,
  countIntegrations,
  type Integration,
  insertIntegration,
  lockIntegration,
  removeIntegration,
  replaceIntegration,
  replaceSigning,
  retryNow,
  skipWaiting,
  startReplay,
} from './queries.ts'

const Names = Type.Array(Type.String())
/** Checked and encrypted by the route. */
const Given = Type.Object({
  provider: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  enabled: Type.Boolean(),
  parameters: Type.Record(Type.String(), Type.Unknown()),
  secrets: Type.Union([Type.String(), Type.Null()]),
  events: Names,
  projects: Names,
  environments: Names,
})
type Given = Static<typeof Given>

const IntegrationId = Type.Object({ id: Type.Integer() })
type IntegrationId = Static<typeof IntegrationId>

const scope = () => ({})
const load = async (tx: Tx, { id }: IntegrationId): Promise<Integration> => {
  const found = await lockIntegration(tx, id)
  if (!found || isHidden(found, tx.caller)) throw notFound('integration', id)
  return found
}

/** Limited to projects that the caller does not see. */
export const isHidden = ({ projects }: Integration, { viewer }: Caller): boolean =>
  projects.length > 0 && projects.every((project) => project !== '*' && !sees(viewer, project))

/** An integration sends only what its last editor can see: otherwise it would be a window into private projects. */
function accept(tx: Tx, given: Given): Content {
  const { viewer } = tx.caller
  const hidden = given.projects.find((project) => project !== '*' && !sees(viewer, project))
  if (hidden !== undefined) throw notFound('project', hidden)
  const known: ReadonlySet<string> = new Set(['*', ...eventTypes])
  const unknown = given.events.find((type) => !known.has(type))
  if (unknown !== undefined) throw invalid(`There is no event type ${unknown}.`, '/events')
  return {
    ...given,
    events: [...new Set(given.events)],
    projects: [...new Set(given.projects)],
    environments: [...new Set(given.environments)],
    reach: confinedTo(viewer),
    unscoped: tx.caller.may('READ_LOGS', {}),
  }
}

export const createIntegration = command({
  name: 'integration.create',
  input: Type.Interface([Given], { id: Type.Optional(Type.Integer()), signing: Type.String() }),
  permission: 'CREATE_ADDON',
  scope,
  async run(tx, { id, signing, ...given }) {
    await lockCount(tx, 'integrations')
    if ((await countIntegrations(tx)) >= MOST_INTEGRATIONS)
      throw limitReached('integrations', MOST_INTEGRATIONS)
    const made = await insertIntegration(tx, { ...accept(tx, given), id, signing })
    tx.record(integrationEvent('addon-config-created', undefined, made))
    return made
  },
  inverse: (_input, { id }): Order => deleteIntegration.with({ id }),
})

export const updateIntegration = command({
  name: 'integration.update',
  input: Type.Interface([Given], IntegrationId.properties),
  permission: 'UPDATE_ADDON',
  scope,
  load,
  async run(tx, { id, ...given }, before) {
    if (given.provider !== before.provider)
      throw invalid(
        'The provider of an integration cannot be changed. Create another integration.',
        '/provider',
      )
    const after = await replaceIntegration(tx, id, accept(tx, given))
    await retryNow(tx, id)
    tx.record(integrationEvent('addon-config-updated', before, after))
    return after
  },
  inverse: ({ id }, _result, before): Order => updateIntegration.with({ id, ...givenOf(before) }),
})

/** After a week without an answer. */
export const disableIntegration = command({
  name: 'integration.disable',
  input: IntegrationId,
  permission: 'UPDATE_ADDON',
  scope,
  load,
  async run(tx, { id }, before) {
    const after = await replaceIntegration(tx, id, { ...before, enabled: false })
    tx.record(
      integrationEvent('addon-config-updated', before, after, {
        reason: 'The receiver has not accepted anything for a week.',
      }),
    )
  },
  inverse: ({ id }, _result, before): Order => updateIntegration.with({ id, ...givenOf(before) }),
})

export const deleteIntegration = command({
  name: 'integration.delete',
  input: IntegrationId,
  permission: 'DELETE_ADDON',
  scope,
  load,
  async run(tx, { id }, before) {
    await removeIntegration(tx, id)
    tx.record(integrationEvent('addon-config-deleted', before, undefined))
  },
  inverse: (_input, _result, before): Order =>
    createIntegration.with({ id: before.id, signing: before.signing, ...givenOf(before) }),
})

/** There is no way back to a key that may be known to others. */
export const replaceSecret = command({
  name: 'integration.replace-secret',
  input: Type.Interface([IntegrationId], { signing: Type.String() }),
  permission: 'UPDATE_ADDON',
  scope,
  load,
  async run(tx, { signing }, before) {
    await replaceSigning(tx, before, signing)
    tx.record(integrationEvent('addon-config-updated', before, before, { signingSecretReplaced: true }))
  },
})

export const skipEvents = command({
  name: 'integration.skip',
  input: IntegrationId,
  permission: 'UPDATE_ADDON',
  scope,
  load,
  async run(tx, { id }, before) {
    await skipWaiting(tx, id)
    tx.record(integrationEvent('addon-config-updated', before, before, { skipped: true }))
  },
})

export const replayEvents = command({
  name: 'integration.replay',
  input: Type.Interface([IntegrationId], { from: Type.Integer(), to: Type.Integer() }),
  permission: 'UPDATE_ADDON',
  scope,
  load,
  async run(tx, { id, from, to }, before) {
    await startReplay(tx, id, { from, to })
    tx.record(integrationEvent('addon-config-updated', before, before, { replayed: { from, to } }))
  },
})

const givenOf = ({
  provider,
  description,
  enabled,
  parameters,
  secrets,
  events,
  projects,
  environments,
}: Integration) => ({
  provider,
  description,
  enabled,
  parameters: { ...parameters },
  secrets,
  events: [...events],
  projects: [...projects],
  environments: [...environments],
})
