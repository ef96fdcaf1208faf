import { CreateSignalEndpoint, EndpointId } from '@flagstaff/contract/signals'
import Type from 'typebox'
import { nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { endpointCreated, endpointDeleted, endpointUpdated } from './events.ts'
import {
  countEndpoints,
  type Endpoint,
  type EndpointFields,
  insertEndpoint,
  lockEndpoint,
  removeEndpoint,
  replaceEndpoint,
} from './queries.ts'

const permission = 'ADMIN'
const scope = () => ({})

export async function loadEndpoint(tx: Tx, { id }: { id: number }): Promise<Endpoint> {
  const endpoint = await lockEndpoint(tx, id)
  if (!endpoint) throw notFound('signal endpoint', id)
  return endpoint
}

export const createEndpoint = command({
  name: 'signal-endpoint.create',
  input: CreateSignalEndpoint,
  permission,
  scope,
  limit: { name: 'signalEndpoints', resource: 'signal endpoints', count: countEndpoints },
  async run(tx, input) {
    const made = await insertEndpoint(tx, accept(input))
    if (!made) throw nameTaken('signal endpoint', input.name)
    tx.record(endpointCreated(made))
    return made
  },
  inverse: (_input, { id }): Order => deleteEndpoint.with({ id }),
})

export const updateEndpoint = command({
  name: 'signal-endpoint.update',
  input: Type.Interface([CreateSignalEndpoint], EndpointId.properties),
  permission,
  scope,
  load: loadEndpoint,
  run: (tx, { id: _, ...input }, before) => replace(tx, before, accept(input)),
  inverse: ({ id }, _result, before): Order => updateEndpoint.with({ id, ...fieldsOf(before) }),
})

export const toggleEndpoint = command({
  name: 'signal-endpoint.toggle',
  input: Type.Object({ ...EndpointId.properties, enabled: Type.Boolean() }),
  permission,
  scope,
  load: loadEndpoint,
  run: (tx, { enabled }, before) => replace(tx, before, { ...fieldsOf(before), enabled }),
  inverse: ({ id }, _result, { enabled }): Order => toggleEndpoint.with({ id, enabled }),
})

/** Cannot be undone: the digests of its tokens are gone. */
export const deleteEndpoint = command({
  name: 'signal-endpoint.delete',
  input: EndpointId,
  permission,
  scope,
  load: loadEndpoint,
  async run(tx, { id }, before) {
    await removeEndpoint(tx, id)
    tx.record(endpointDeleted(before))
  },
})

async function replace(tx: Tx, before: Endpoint, fields: EndpointFields): Promise<Endpoint> {
  const after = await replaceEndpoint(tx, before.id, fields)
  if (!after) throw nameTaken('signal endpoint', fields.name)
  tx.record(endpointUpdated(before, after))
  return after
}

const fieldsOf = ({ name, description, enabled }: Endpoint): EndpointFields => ({
  name,
  description,
  enabled,
})

const accept = ({ name, description, enabled = true }: CreateSignalEndpoint): EndpointFields => ({
  name,
  description: description?.trim() || null,
  enabled,
})
