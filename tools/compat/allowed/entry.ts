import type { Difference } from '../compare.ts'
import type { Exchange } from '../player.ts'

/**
 * A difference we stand by, and why. The kinds are those of ADR 0011: safer, more exact, or more; `open` is one that
 * nobody has decided yet. Every entry has to be met: one that is not has lost its reason.
 */
export type Allowed = {
  name: string
  kind: 'safer' | 'exact' | 'more' | 'open'
  because: string
  operations?: RegExp
  at: RegExp
  differs?: Difference['kind'][]
  when?: (difference: Difference, exchange: Exchange) => boolean
  /** Met only where the reference is late. */
  sometimes?: boolean
}

export const refusal = /^(status|header content-type|body|body\.(name|permissions|details.*|id))$/
export const emptyBody = /^(header content-type|body)$/
export const text = (value: unknown) => (typeof value === 'string' ? value : '')
