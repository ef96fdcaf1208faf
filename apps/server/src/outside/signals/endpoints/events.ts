import type { SignalEndpointToken } from '@flagstaff/contract/signals'
import type { NewEvent } from '../../../platform/write/write.ts'
import type { Endpoint } from './queries.ts'

const shown = ({ id, name, description, enabled }: Endpoint) => ({ id, name, description, enabled })

export const endpointCreated = (after: Endpoint): NewEvent => ({
  type: 'signal-endpoint-created',
  data: shown(after),
})

export const endpointUpdated = (before: Endpoint, after: Endpoint): NewEvent => ({
  type: 'signal-endpoint-updated',
  preData: shown(before),
  data: shown(after),
})

export const endpointDeleted = (before: Endpoint): NewEvent => ({
  type: 'signal-endpoint-deleted',
  preData: shown(before),
})

const tokenData = ({ id, name, signalEndpointId }: SignalEndpointToken) => ({ id, name, signalEndpointId })

export const tokenCreated = (after: SignalEndpointToken): NewEvent => ({
  type: 'signal-endpoint-token-created',
  data: tokenData(after),
})

export const tokenUpdated = (before: SignalEndpointToken, after: SignalEndpointToken): NewEvent => ({
  type: 'signal-endpoint-token-updated',
  preData: tokenData(before),
  data: tokenData(after),
})

export const tokenDeleted = (before: SignalEndpointToken): NewEvent => ({
  type: 'signal-endpoint-token-deleted',
  preData: tokenData(before),
})
