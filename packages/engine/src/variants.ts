import { listOf, readField, readTopField, textOf } from './context.ts'
import { type Absorbed, bucketOf, hashGroup } from './murmur.ts'
import { onResult } from './results.ts'
import { isAnonymous, variantId } from './stickiness.ts'
import type { Context, Result, Variant } from './types.ts'

/** A compiled list of variants. */
export type VariantList = {
  /** The sum of the weights. */
  readonly total: number
  /** Undefined if the choice depends on more than the id of the caller. */
  readonly draw: VariantDraw | undefined
  /** Whether more than one of them can be chosen. */
  readonly splits: boolean
  /** Whether the choice would be random because the context has no user. */
  readonly lacksUser: (context: Context) => boolean
  readonly choose: (context: Context, random: () => number) => Result | undefined
  readonly explain: (context: Context, random: () => number) => Draw
}

/** The hash of the group, and the variant for each bucket. */
export type VariantDraw = Absorbed & {
  readonly total: number
  readonly resultAt: (target: number) => Result | undefined
}

/** How a variant was chosen: by an override, or by the bucket `target` out of `total`. */
export type Draw = {
  readonly group: string
  readonly stickiness: string
  readonly total: number
  readonly override: { readonly field: string; readonly actual: string } | undefined
  readonly id: string | undefined
  readonly target: number | undefined
  readonly result: Result | undefined
}

export type VariantOptions = { group: string; stickiness: string; impressionData: boolean }

/** Different from the seed of rollouts, so that variants are distributed independently of the rollout. */
const VARIANT_SEED = 86028157
const MOST_TOTAL = 0x7fffffff

export function compileVariants(
  source: readonly Variant[] | null | undefined,
  { group, stickiness, impressionData }: VariantOptions,
): VariantList | undefined {
  const variants = listOf(source).map((variant) => ({
    weight: variant.weight,
    result: onResult(impressionData, variant),
    overrides: compileOverrides(variant),
  }))
  if (variants.length === 0) return undefined

  const total = variants.reduce((sum, variant) => sum + variant.weight, 0)
  const overrides = variants.flatMap(({ overrides, result }) =>
    overrides.map((override) => ({ ...override, result })),
  )
  const hashed = hashGroup(group, VARIANT_SEED)
  const findId = variantId(stickiness)

  const findOverride = (context: Context) =>
    overrides.find(({ field, values }) => values.has(readField(context, field)))

  const results = variants.map(({ result }) => result)
  let reached = 0
  const limits = variants.map(({ weight }) => {
    reached += weight
    return reached
  })
  const resultAt = (target: number) => {
    for (let index = 0; index < limits.length; index++)
      if ((limits[index] as number) >= target) return results[index]
    return undefined
  }

  const isWhole = total <= MOST_TOTAL && variants.every(({ weight }) => Number.isInteger(weight))
  const byCaller = stickiness === 'default' && overrides.length === 0 && isWhole
  const splits = variants.filter(({ weight }) => weight > 0).length > 1
  return {
    total,
    draw: byCaller ? { ...hashed, total, resultAt } : undefined,
    splits,
    lacksUser: (context) => splits && lacksId(stickiness, context) && !findOverride(context),
    choose(context, random) {
      // Without any weight, overrides are ignored too.
      if (!(total > 0)) return undefined
      const override = overrides.length > 0 ? findOverride(context) : undefined
      if (override) return override.result
      const id = findId(context, random)
      return resultAt(bucketOf(hashed, id, total))
    },
    explain(context, random) {
      const draw = { group, stickiness, total, override: undefined, id: undefined, target: undefined }
      if (!(total > 0)) return { ...draw, result: undefined }
      const override = findOverride(context)
      if (override) {
        const actual = readField(context, override.field) ?? ''
        return { ...draw, override: { field: override.field, actual }, result: override.result }
      }
      const id = findId(context, random)
      const target = bucketOf(hashed, id, total)
      return { ...draw, id, target, result: resultAt(target) }
    },
  }
}

function lacksId(stickiness: string, context: Context): boolean {
  if (stickiness === 'userId') return !readField(context, 'userId')
  return stickiness === 'default' && isAnonymous(context) && !readTopField(context, 'remoteAddress')
}

function compileOverrides(variant: Variant) {
  return listOf(variant.overrides).map(({ contextName, values }) => ({
    field: contextName,
    values: new Set<string | undefined>(listOf(values).flatMap((value) => textOf(value) ?? [])),
  }))
}
