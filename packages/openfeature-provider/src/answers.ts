import type { Cause, CompiledFlag, Decision, Payload, Result } from '@flagstaff/engine'
import type { ErrorCode, FlagMetadata, JsonValue, ResolutionDetails } from '@openfeature/server-sdk'

/** Named here, so that the package does not load the SDK: it needs Node's modules. */
type Failure = 'FLAG_NOT_FOUND' | 'PARSE_ERROR' | 'PROVIDER_NOT_READY' | 'TYPE_MISMATCH'

const reasons: Record<Cause, string> = {
  off: 'DISABLED',
  parent: 'DISABLED',
  unmatched: 'TARGETING_MATCH',
  userMissing: 'SPLIT',
  static: 'STATIC',
  targeted: 'TARGETING_MATCH',
  split: 'SPLIT',
}

export function failed<T>(value: T, code: Failure, errorMessage: string): ResolutionDetails<T> {
  return { value, reason: 'ERROR', errorCode: code as ErrorCode, errorMessage }
}

export function booleanOf(flag: CompiledFlag, { result, cause }: Decision): ResolutionDetails<boolean> {
  const details = { value: result.enabled, reason: reasons[cause], flagMetadata: metadataOf(flag, result) }
  return result.variant.enabled ? { ...details, variant: result.variant.name } : details
}

/** Reads a payload: undefined if it has another type, an error if it is malformed. */
type Read<T> = (payload: Payload) => T | Error | undefined

export const readString: Read<string> = ({ type, value }) =>
  type === 'string' || type === 'csv' ? value : undefined

export const readNumber: Read<number> = ({ type, value }) => {
  if (type !== 'number') return undefined
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : new Error('the payload is not a number')
}

export const readObject: Read<JsonValue> = ({ type, value }) => {
  if (type !== 'json') return undefined
  try {
    const parsed: JsonValue = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The payload of the variant. Without one, the default in the code applies. */
export function payloadOf<T>(
  flag: CompiledFlag,
  { result, cause }: Decision,
  fallback: { value: T; read: Read<T> },
): ResolutionDetails<T> {
  const { enabled, variant } = result
  const flagMetadata = metadataOf(flag, result)
  const { value, read } = fallback
  if (!enabled) return { value, reason: cause === 'unmatched' ? 'DEFAULT' : 'DISABLED', flagMetadata }
  const name = variant.enabled ? { variant: variant.name } : {}
  if (!variant.payload) return { value, reason: 'DEFAULT', flagMetadata, ...name }
  const payload = read(variant.payload)
  if (payload === undefined)
    return { ...failed(value, 'TYPE_MISMATCH', `the payload is ${variant.payload.type}`), flagMetadata }
  if (payload instanceof Error) return { ...failed(value, 'PARSE_ERROR', payload.message), flagMetadata }
  return { value: payload, reason: reasons[cause], flagMetadata, ...name }
}

/** Results are shared between evaluations and live as long as their flag. */
const described = new WeakMap<Result, FlagMetadata>()

function metadataOf({ source }: CompiledFlag, result: Result): FlagMetadata {
  const known = described.get(result)
  if (known) return known
  const { project, type, stale } = source
  const metadata: FlagMetadata = Object.freeze({
    featureEnabled: result.enabled,
    ...(result.variant.payload ? { payloadType: result.variant.payload.type } : {}),
    ...(project ? { project } : {}),
    ...(type ? { type } : {}),
    stale: Boolean(stale),
    impressionData: result.impressionData,
  })
  described.set(result, metadata)
  return metadata
}
