import type { OfrepEvaluation, OfrepFailure } from '@flagstaff/contract/ofrep'
import type { Cause, Decision, Payload, Result } from '@flagstaff/engine'
import type { Piece } from '../pieces.ts'
import type { Token } from '../store.ts'

type Answer = OfrepEvaluation | OfrepFailure

const reasons: Record<Cause, OfrepEvaluation['reason']> = {
  off: 'DISABLED',
  parent: 'DISABLED',
  unmatched: 'TARGETING_MATCH',
  userMissing: 'UNKNOWN',
  static: 'STATIC',
  targeted: 'TARGETING_MATCH',
  split: 'SPLIT',
}

/** With `DISABLED`, some providers ignore the value and return the default in the code: a kill switch would stay on. */
const offReasons: Partial<Record<Cause, OfrepEvaluation['reason']>> = {
  off: 'STATIC',
  parent: 'TARGETING_MATCH',
}

/** Cache of serialised responses. Results are shared between evaluations and live as long as their rules. */
type Written = WeakMap<Result, Partial<Record<Cause, string>>>
const written = new Map<string, Written>()

/** Serialises evaluations for a token. */
export function writer(token: Token): (piece: Piece, decision: Decision) => string {
  const kind = `${token.type} ${token.environment}`
  const texts: Written = written.get(kind) ?? new WeakMap()
  written.set(kind, texts)
  return (piece, decision) => {
    const { result, cause } = decision
    const known = texts.get(result) ?? {}
    if (known[cause] !== undefined) return known[cause]
    const text = JSON.stringify(toAnswer(piece, decision, token))
    texts.set(result, { ...known, [cause]: text })
    return text
  }
}

function toAnswer(piece: Piece, { result, cause }: Decision, token: Token): Answer {
  const { name: key } = piece
  if (cause === 'userMissing') {
    const errorDetails =
      'The rule that decides needs a targetingKey, so that the same user gets the same answer.'
    return { key, errorCode: 'TARGETING_KEY_MISSING', errorDetails }
  }
  const { reason, notes, ...answer } = told(piece, result, cause)
  // Frontend tokens are public, so they get no metadata about the flag.
  const metadata = { ...(token.type === 'frontend' ? {} : describe(piece.doc, token)), ...notes }
  return { key, reason, ...answer, ...(Object.keys(metadata).length > 0 ? { metadata } : {}) }
}

type Told = Omit<OfrepEvaluation, 'key' | 'metadata'> & { notes?: Record<string, string> }

/**
 * On is true unless a variant with a payload was chosen, so that a rule added for other users never changes the value
 * for code that expects a boolean. Off is false, unless the flag has payloads: then the default in the code applies. A
 * flag with another type than boolean has payloads as values only. There is always a variant: some providers expect one.
 */
function told(piece: Piece, { enabled, variant }: Result, cause: Cause): Told {
  const reason = reasons[cause]
  const { doc } = piece
  const name = variant.enabled ? variant.name : enabled ? 'on' : 'off'
  if (enabled) {
    const plain = doc.valueType === undefined ? { value: true } : {}
    return { reason, variant: name, ...(variant.payload ? readPayload(variant.payload) : plain) }
  }
  if (doc.valueType !== undefined || hasPayloads(doc))
    return cause === 'unmatched'
      ? { reason: 'UNKNOWN', variant: name, notes: { reason: 'no rule matched' } }
      : { reason, variant: name }
  return reason === 'DISABLED'
    ? { reason: offReasons[cause] ?? 'STATIC', value: false, variant: name, notes: { reason } }
    : { reason, value: false, variant: name }
}

const hasPayloads = ({ variants, strategies }: Piece['doc']) =>
  [variants, ...strategies.map((rule) => rule.variants)].some((list) => list.some(({ payload }) => payload))

function readPayload({ type, value }: Payload): Pick<Told, 'value' | 'notes'> {
  if (type === 'number') {
    const number = value.trim() === '' ? Number.NaN : Number(value)
    return Number.isFinite(number) ? { value: number } : { value, notes: { payload: 'not a number' } }
  }
  if (type !== 'json') return { value }
  const parsed = parse(value)
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  // The protocol allows objects, but no other JSON.
  return isObject ? { value: { ...parsed } } : { value, notes: { payload: 'JSON as text' } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const describe = ({ project, type, stale, impressionData }: Piece['doc'], { environment }: Token) => ({
  project,
  environment,
  type,
  stale,
  impressionData,
})
