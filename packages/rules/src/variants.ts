import type { Variant } from '@flagstaff/contract/common'
import { isUrlFriendly } from './names.ts'

type Weighted = Pick<Variant, 'name' | 'weight' | 'weightType' | 'payload'>

/** Weights are in tenths of a percent. */
const WHOLE = 1000

/**
 * Variants without a fixed weight share the rest evenly, and the first ones get the remainder. Undefined if that is
 * impossible.
 */
export function balance<V extends Weighted>(variants: readonly V[]): V[] | undefined {
  if (weightFaults(variants).length > 0) return undefined
  const variable = variants.filter((variant) => !isFixed(variant))
  const rest = WHOLE - fixedSum(variants)
  const share = Math.floor(rest / variable.length)
  let extra = rest % variable.length
  return variants.map((variant) => {
    if (isFixed(variant)) return variant
    extra -= 1
    return { ...variant, weightType: 'variable', weight: extra >= 0 ? share + 1 : share }
  })
}

const isFixed = ({ weightType }: Weighted) => weightType === 'fix'

const fixedSum = (variants: readonly Weighted[]) =>
  variants.filter(isFixed).reduce((sum, { weight }) => sum + weight, 0)

/** Whether the weights add up to 100 % and the variable ones are even, whichever of them got the remainder. */
export function isBalanced(variants: readonly Weighted[]): boolean {
  const weights = variants.filter(({ weightType }) => weightType === 'variable').map(({ weight }) => weight)
  return (
    variants.every(({ weightType }) => weightType !== undefined) &&
    variants.reduce((sum, { weight }) => sum + weight, 0) === WHOLE &&
    Math.max(...weights) - Math.min(...weights) <= 1
  )
}

export type VariantFault =
  | { kind: 'name' | 'twice' | 'weight' | 'empty' | 'json' | 'number'; index: number }
  | { kind: 'fixed' | 'over' }

/** The validation errors: of single variants by their index, then of all together. */
export const faultsOfVariants = (variants: readonly Weighted[]): VariantFault[] => [
  ...variants.flatMap((variant, index) => ownFaults(variant, variants.slice(0, index), index)),
  ...weightFaults(variants),
]

function ownFaults(
  { name, weight, payload }: Weighted,
  earlier: readonly Weighted[],
  index: number,
): VariantFault[] {
  const faults: VariantFault[] = []
  if (!isUrlFriendly(name)) faults.push({ kind: 'name', index })
  if (earlier.some((other) => other.name === name)) faults.push({ kind: 'twice', index })
  if (!Number.isInteger(weight)) faults.push({ kind: 'weight', index })
  if (payload?.value === '') faults.push({ kind: 'empty', index })
  else if (payload?.type === 'json' && !isJson(payload.value)) faults.push({ kind: 'json', index })
  else if (payload?.type === 'number' && !isNumber(payload.value)) faults.push({ kind: 'number', index })
  return faults
}

function weightFaults(variants: readonly Weighted[]): VariantFault[] {
  if (variants.length === 0) return []
  if (variants.every(isFixed)) return [{ kind: 'fixed' }]
  return fixedSum(variants) > WHOLE ? [{ kind: 'over' }] : []
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
