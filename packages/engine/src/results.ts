import type { Result, Variant, VariantResult } from './types.ts'

/** Results do not depend on the context, so one frozen object per outcome is shared by all callers. */
export function onResult(impressionData: boolean, variant?: Variant): Result {
  return result(true, impressionData, variant)
}

export function offResult(impressionData: boolean): Result {
  return result(false, impressionData)
}

export const unknownFlag: Result = offResult(false)

function result(enabled: boolean, impressionData: boolean, variant?: Variant): Result {
  return Object.freeze({ enabled, variant: variantResult(enabled, variant), impressionData })
}

function variantResult(flagEnabled: boolean, variant: Variant | undefined): VariantResult {
  const payload = variant?.payload
  return Object.freeze({
    name: variant ? variant.name : 'disabled',
    enabled: variant !== undefined,
    ...(payload ? { payload: Object.freeze({ ...payload }) } : {}),
    feature_enabled: flagEnabled,
    featureEnabled: flagEnabled,
  })
}
