import type { Variant } from './rule.ts'

/** Weights are kept in tenths of a percent. */
export const WHOLE = 1000

/**
 * As the server will store them: variants without a fixed weight share evenly what the others leave; the first ones
 * take what does not divide. Undefined when that is impossible.
 */
export function balance(variants: readonly Variant[]): Variant[] | undefined {
  const open = variants.filter(({ weightType }) => weightType !== 'fix')
  const fixed = variants.reduce((sum, { weight, weightType }) => sum + (weightType === 'fix' ? weight : 0), 0)
  if (variants.length > 0 && (open.length === 0 || fixed > WHOLE)) return undefined
  const rest = WHOLE - fixed
  const share = Math.floor(rest / open.length)
  let extra = rest % open.length
  return variants.map((variant) => {
    if (variant.weightType === 'fix') return variant
    extra -= 1
    return { ...variant, weight: extra >= 0 ? share + 1 : share }
  })
}

export type VariantFault =
  | { kind: 'name' | 'twice' | 'empty' | 'json' | 'number'; index: number }
  | { kind: 'fixed' | 'over' }

/** What the server would refuse. */
export function faultsOfVariants(variants: readonly Variant[]): VariantFault[] {
  const own = variants.flatMap(({ name, payload }, index): VariantFault[] => [
    ...(isName(name) ? [] : [{ kind: 'name' as const, index }]),
    ...(variants.findIndex((other) => other.name === name) < index
      ? [{ kind: 'twice' as const, index }]
      : []),
    ...(payload && payload.value === '' ? [{ kind: 'empty' as const, index }] : []),
    ...(payload?.type === 'json' && payload.value !== '' && !isJson(payload.value)
      ? [{ kind: 'json' as const, index }]
      : []),
    ...(payload?.type === 'number' && payload.value !== '' && !isNumber(payload.value)
      ? [{ kind: 'number' as const, index }]
      : []),
  ])
  if (variants.length === 0 || balance(variants)) return own
  return [...own, { kind: variants.every(({ weightType }) => weightType === 'fix') ? 'fixed' : 'over' }]
}

const isName = (name: string) => /^[\w\-.!~*'()]{1,100}$/.test(name) && name !== '.' && name !== '..'
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
