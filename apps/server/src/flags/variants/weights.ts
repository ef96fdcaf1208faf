import type { Variant } from '@flagstaff/contract/common'
import { balance, isBalanced } from '@flagstaff/rules/variants'
import { checkVariants } from '../../platform/variants.ts'

/** Validates variants, makes their weights add up to 1000 and sorts them by name. */
export function acceptVariants<V extends Variant>(
  variants: readonly V[],
  { keepWeights = false }: { keepWeights?: boolean } = {},
): V[] {
  checkVariants(variants)
  // Weights that are already balanced are kept: which variant got the remainder depends on the original order.
  const accepted = keepWeights && isBalanced(variants) ? variants : balance(variants)
  return [...(accepted ?? [])].sort((a, b) => collator.compare(a.name, b.name))
}

const collator = new Intl.Collator('en')
