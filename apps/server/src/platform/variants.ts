import type { Variant } from '@flagstaff/contract/common'
import { faultsOfVariants, type VariantFault } from '@flagstaff/rules/variants'
import { invalid } from './errors.ts'
import { checkName } from './names.ts'

const texts: Record<Exclude<VariantFault['kind'], 'name'>, (name: string) => string> = {
  twice: () => 'Two variants have the same name.',
  weight: () => 'A weight is a whole number from 0 to 1000.',
  empty: (name) => `The payload of ${name} is empty.`,
  json: (name) => `The payload of ${name} is not valid JSON.`,
  number: (name) => `The payload of ${name} is not a number.`,
  fixed: () => 'At least one variant needs a variable weight.',
  over: () => 'The fixed weights add up to more than 100 %.',
}

/** Refuses variants for the first error in their names, payloads and weights. */
export function checkVariants(variants: readonly Variant[]) {
  const fault = faultsOfVariants(variants)[0]
  if (!fault) return
  const name = 'index' in fault ? (variants[fault.index]?.name ?? '') : ''
  if (fault.kind === 'name') return checkName('variant', name)
  throw invalid(texts[fault.kind](name), 'variants')
}
