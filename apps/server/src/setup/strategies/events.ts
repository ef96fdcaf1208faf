import type { Strategy } from '@flagstaff/contract/strategy-types'
import type { NewEvent } from '../../platform/write/write.ts'

/** Rules keep their parameters, so nothing has to be published again. */
const described = ({ name, title, description, parameters }: Strategy) => ({
  name,
  title,
  description,
  parameters,
})

export const strategyCreated = (strategy: Strategy): NewEvent => ({
  type: 'strategy-created',
  data: described(strategy),
})

export const strategyUpdated = (before: Strategy, strategy: Strategy): NewEvent => ({
  type: 'strategy-updated',
  data: described(strategy),
  preData: described(before),
})

export const strategyDeleted = (strategy: Strategy): NewEvent => ({
  type: 'strategy-deleted',
  preData: described(strategy),
})

export const strategyMarked = ({ name }: Strategy, deprecated: boolean): NewEvent => ({
  type: deprecated ? 'strategy-deprecated' : 'strategy-reactivated',
  data: { name, deprecated },
  preData: { name, deprecated: !deprecated },
})
