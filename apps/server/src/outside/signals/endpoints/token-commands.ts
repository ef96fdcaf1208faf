import { CreateSignalEndpointToken, EndpointTokenParams, OfEndpoint } from '@flagstaff/contract/signals'
import Type, { type Static } from 'typebox'
import { nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { loadEndpoint } from './commands.ts'
import { tokenCreated, tokenDeleted, tokenUpdated } from './events.ts'
import { countTokens, insertToken, lockToken, removeToken, renameToken } from './token-queries.ts'

const permission = 'ADMIN'
const scope = () => ({})

async function load(tx: Tx, { signalEndpointId, id }: Static<typeof EndpointTokenParams>) {
  const token = await lockToken(tx, signalEndpointId, id)
  if (!token) throw notFound('signal endpoint token', id)
  return token
}

export const createToken = command({
  name: 'signal-endpoint-token.create',
  /** The route makes the secret; only its digest is stored. */
  input: Type.Interface([CreateSignalEndpointToken, OfEndpoint], { digest: Type.String() }),
  permission,
  scope,
  limit: {
    name: 'signalTokensPerEndpoint',
    resource: 'tokens of a signal endpoint',
    count: (tx, { signalEndpointId }) => countTokens(tx, signalEndpointId),
  },
  load: (tx, { signalEndpointId }) => loadEndpoint(tx, { id: signalEndpointId }),
  async run(tx, { digest, ...input }, endpoint) {
    const name = input.name.trim()
    const made = await insertToken(tx, { endpoint: endpoint.id, name, digest: Buffer.from(digest, 'hex') })
    if (!made) throw nameTaken('token of the signal endpoint', name)
    tx.record(tokenCreated(made))
    return made
  },
  inverse: (_input, { signalEndpointId, id }): Order => deleteToken.with({ signalEndpointId, id }),
})

export const updateToken = command({
  name: 'signal-endpoint-token.update',
  input: Type.Interface([CreateSignalEndpointToken], EndpointTokenParams.properties),
  permission,
  scope,
  load,
  async run(tx, input, before) {
    const name = input.name.trim()
    const after = await renameToken(tx, before, name)
    if (!after) throw nameTaken('token of the signal endpoint', name)
    tx.record(tokenUpdated(before, after))
    return after
  },
  inverse: ({ signalEndpointId, id }, _result, { name }): Order =>
    updateToken.with({ signalEndpointId, id, name }),
})

/** Cannot be undone: the digest is gone. */
export const deleteToken = command({
  name: 'signal-endpoint-token.delete',
  input: EndpointTokenParams,
  permission,
  scope,
  load,
  async run(tx, { id }, before) {
    await removeToken(tx, id)
    tx.record(tokenDeleted(before))
  },
})
