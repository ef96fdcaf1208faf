import type { Difference } from '../compare.ts'
import type { Exchange } from '../player.ts'

/**
 * An intended difference, with its reason. The kinds are those of ADR 0011: safer, more exact, or more; `open` is
 * undecided. The report lists entries that no longer occur, so that they can be removed.
 */
export type Allowed = {
  name: string
  kind: 'safer' | 'exact' | 'more' | 'open'
  because: string
  operations?: RegExp
  at: RegExp
  differs?: Difference['kind'][]
  when?: (difference: Difference, exchange: Exchange) => boolean
  /** Occurs only if the reference is late. */
  sometimes?: boolean
}

export const refusal = /^(status|header content-type|body|body\.(name|permissions|details.*|id))$/
export const emptyBody = /^(header content-type|body)$/
export const text = (value: unknown) => (typeof value === 'string' ? value : '')
