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

type Split = {
  parameters?: Readonly<Record<string, string>>
  variants?: readonly { stickiness?: string | undefined }[]
}

export const stickinessOf = ({ parameters }: Split): string => parameters?.stickiness || 'default'

/** The stickiness of variants that is not the one of their rule. Then SDKs choose different ones for the same user. */
export const foreignStickiness = (rule: Split): string[] => {
  const own = stickinessOf(rule)
  const all = (rule.variants ?? []).map(({ stickiness = 'default' }) => stickiness)
  return [...new Set(all)].filter((one) => one !== own).sort()
}

/** Refuses a rule with several kinds of stickiness, unless it had the same before: to align them moves users. */
export function checkStickiness(rule: Split, before: Split | null | undefined) {
  const key = (one: Split) => JSON.stringify([stickinessOf(one), foreignStickiness(one)])
  const foreign = foreignStickiness(rule)
  if (foreign.length === 0 || (before && key(rule) === key(before))) return
  throw invalid(
    `The rule has the stickiness ${stickinessOf(rule)}, and its variants have ${foreign.join(', ')}. Use one for all: some SDKs choose a variant by that of the rule, others by that of the variants.`,
    'variants',
  )
}
