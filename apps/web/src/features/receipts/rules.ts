import type { FlagDelivery } from '@flagstaff/contract/receipts'

const sum = ({ sdks, edges }: FlagDelivery) => ({
  delivered: sdks.delivered + edges.delivered,
  total: sdks.total + edges.total,
})

export const isComplete = (receipt: FlagDelivery) => missingOf(receipt) === 0
export const isNobody = (receipt: FlagDelivery) => sum(receipt).total === 0

/** How many do not have it; some of them may be known by number only. */
export function missingOf(receipt: FlagDelivery): number {
  const { delivered, total } = sum(receipt)
  return total - delivered
}

/** How full the bar is, in percent: full only when nobody is missing. */
export function shareOf(receipt: FlagDelivery): number {
  const { delivered, total } = sum(receipt)
  return total === 0 ? 0 : Math.floor((delivered / total) * 100)
}
