import type { Variant } from '@flagstaff/contract/common'
import { invalid } from '../../platform/errors.ts'
import { checkName } from '../../platform/names.ts'

/** Tenths of a percent. */
const WHOLE = 1000

/** Variants as they are stored: checked, their weights adding up to the whole, sorted by name. */
export function acceptVariants<V extends Variant>(
  variants: readonly V[],
  { keepWeights = false }: { keepWeights?: boolean } = {},
): V[] {
  if (variants.length === 0) return []
  for (const variant of variants) checkVariant(variant)
  const names = new Set(variants.map(({ name }) => name))
  if (names.size < variants.length) throw invalid('Two variants have the same name.', 'variants')
  const balanced = balance(variants)
  return (keepWeights && isBalanced(variants) ? [...variants] : balanced).sort((a, b) =>
    collator.compare(a.name, b.name),
  )
}

function balance<V extends Variant>(variants: readonly V[]): V[] {
  const variable = variants.filter((variant) => variant.weightType !== 'fix')
  if (variable.length === 0) throw invalid('At least one variant needs a variable weight.', 'variants')
  const fixed = variants.reduce((sum, { weight, weightType }) => sum + (weightType === 'fix' ? weight : 0), 0)
  if (fixed > WHOLE) throw invalid('The fixed weights add up to more than 100 %.', 'variants')
  const rest = WHOLE - fixed
  const share = Math.floor(rest / variable.length)
  let extra = rest % variable.length
  return variants.map((variant) => {
    if (variant.weightType === 'fix') return variant
    extra -= 1
    return { ...variant, weightType: 'variable', weight: extra >= 0 ? share + 1 : share }
  })
}

/** The weights were balanced elsewhere; which variants got the rest depends on the order they were sent in there. */
function isBalanced(variants: readonly Variant[]): boolean {
  const weights = variants.filter(({ weightType }) => weightType === 'variable').map(({ weight }) => weight)
  return (
    variants.every(({ weightType }) => weightType !== undefined) &&
    variants.reduce((sum, { weight }) => sum + weight, 0) === WHOLE &&
    Math.max(...weights) - Math.min(...weights) <= 1
  )
}

function checkVariant({ name, weight, payload }: Variant) {
  checkName('variant', name)
  if (!Number.isInteger(weight)) throw invalid('A weight is a whole number from 0 to 1000.', 'variants')
  if (!payload) return
  if (payload.value === '') throw invalid(`The payload of ${name} is empty.`, 'variants')
  if (payload.type === 'json' && !isJson(payload.value))
    throw invalid(`The payload of ${name} is not valid JSON.`, 'variants')
  if (payload.type === 'number' && !isNumber(payload.value))
    throw invalid(`The payload of ${name} is not a number.`, 'variants')
}

const collator = new Intl.Collator('en')

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
