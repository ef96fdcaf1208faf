import type { Difference } from './compare.ts'
import type { Exchange } from './player.ts'

/** A difference we stand by, and why. Every entry has to be met; one that is not has lost its reason. */
export type Allowed = {
  name: string
  because: string
  operations?: RegExp
  at: RegExp
  kind?: Difference['kind'][]
  when?: (difference: Difference, exchange: Exchange) => boolean
}

export const allowed: Allowed[] = [
  {
    name: 'additional fields',
    because: 'existing clients ignore them (ADR 0011, class 3)',
    at: /^body.*\.\w+$/,
    kind: ['extra'],
  },
  {
    name: 'a reason instead of 500',
    because: 'product-behaviour 38, 1',
    at: /^(status|body\.\w+|body\.details.*|header content-type)$/,
    when: (_, { statuses }) => statuses.theirs === 500 && statuses.ours < 500,
  },
]
