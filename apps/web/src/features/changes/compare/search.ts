import { textOf } from '../../../lib/address.ts'

/** The state of the comparison, stored in the URL. */
export type CompareSearch = {
  from?: string | undefined
  to?: string | undefined
  /** Compare only this flag. */
  feature?: string | undefined
  /** The flag whose differences are expanded. */
  flag?: string | undefined
  show?: 'same' | undefined
}

export const readCompareSearch = (search: Record<string, unknown>): CompareSearch => ({
  from: textOf(search.from),
  to: textOf(search.to),
  feature: textOf(search.feature),
  flag: textOf(search.flag),
  show: search.show === 'same' ? 'same' : undefined,
})
