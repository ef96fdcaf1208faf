import type { FlagDelivery } from '@flagstaff/contract/receipts'
import { t } from './messages.ts'
import { isNobody } from './rules.ts'

/** The delivery status in words. */
export function sentenceOf(receipt: FlagDelivery): string {
  const { edges, sdks, environment } = receipt
  if (isNobody(receipt)) return t('receipt.none', { environment })
  const parts = { edges: t('receipt.edges', edges), sdks: t('receipt.sdks', sdks) }
  if (edges.total === 0) return t('receipt.one', { reached: parts.sdks })
  if (sdks.total === 0) return t('receipt.one', { reached: parts.edges })
  return t('receipt.both', parts)
}
