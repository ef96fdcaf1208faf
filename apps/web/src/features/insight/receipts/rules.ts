import type { FlagDelivery } from '@flagstaff/contract/receipts'

const sum = ({ sdks, edges }: FlagDelivery) => ({
  delivered: sdks.delivered + edges.delivered,
  total: sdks.total + edges.total,
})

export const isComplete = (receipt: FlagDelivery) => missingOf(receipt) === 0
export const isNobody = (receipt: FlagDelivery) => sum(receipt).total === 0

/** How many have not received it; some of them may not be listed by name. */
export function missingOf(receipt: FlagDelivery): number {
  const { delivered, total } = sum(receipt)
  return total - delivered
}

/** The progress in percent: 100 only if no instance is missing. */
export function shareOf(receipt: FlagDelivery): number {
  const { delivered, total } = sum(receipt)
  return total === 0 ? 0 : Math.floor((delivered / total) * 100)
}
