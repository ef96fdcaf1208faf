import type { JsonValue } from '@openfeature/server-sdk'

/** The flags of a test, by name: `{ 'new-checkout': true, colour: 'blue' }`. */
export type Flags = Record<string, JsonValue>

/** A value in the format of the frontend API. `false` and flags that are not named are left out. */
export function toToggle(name: string, value: JsonValue) {
  const variant = typeof value === 'boolean' ? { name: 'disabled', enabled: false } : withPayload(value)
  return { name, enabled: true, impressionData: false, variant: { ...variant, feature_enabled: true } }
}

function withPayload(value: JsonValue) {
  const type = typeof value === 'object' ? 'json' : typeof value
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return { name: 'test', enabled: true, payload: { type, value: text } }
}

/** A value in the format of OFREP. */
export const toEvaluation = (key: string, value: JsonValue) => ({
  key,
  value,
  reason: 'STATIC',
  variant: typeof value === 'boolean' ? (value ? 'on' : 'off') : 'test',
})
