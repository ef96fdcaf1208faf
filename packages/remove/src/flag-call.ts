import { type CallExpression, Node } from 'ts-morph'
import { accessorCall } from './accessor.ts'
import { type Constant, type Fields, fieldsOf, inlineValue, literalOf } from './constant.ts'
import type { CallKind, FlagValue } from './options.ts'
import type { Scope } from './scope.ts'
import { kindOf } from './sdks.ts'

/** What a call of the flag returns: a constant, or the text or argument that takes its place. */
export type Outcome = { constant: Constant } | { text: string } | { argument: Node } | { reason: string }

export type FlagCall = { kind: CallKind; outcome: Outcome; isPromise: boolean }

/** A call that evaluates the flag, directly or through a generated accessor. */
export function flagCallOf(node: Node, scope: Scope): FlagCall | undefined {
  if (!Node.isCallExpression(node)) return undefined
  const inner = accessorCall(node, scope) ?? node
  const [key] = inner.getArguments()
  if (!key || !isKey(key, scope)) return undefined
  const kind = kindOf(inner, scope.calls)
  if (!kind) return undefined
  return { kind, outcome: outcomeOf(inner, kind, scope), isPromise: isPromise(node) }
}

export const isKey = (node: Node, { key }: Scope): boolean => {
  const literal = literalOf(node)
  return literal !== undefined && literal.value === key
}

const isPromise = (node: Node): boolean => node.getType().getSymbol()?.getName() === 'Promise'

function outcomeOf(call: CallExpression, kind: CallKind, { value }: Scope): Outcome {
  if (kind === 'enabled') return { constant: inlineValue(value !== 'off') }
  if (kind === 'variant') return variantOf(value)
  if (kind === 'details') return detailsOf(call, value)
  if (value === 'off') return fallbackOf(call)
  if (value === 'on') return { reason: 'returns a value: say which variant' }
  const text = value.payload ?? value.variant
  if (kind === 'string') return { constant: inlineValue(text) }
  return kind === 'number' ? numberOf(text) : objectOf(text)
}

function numberOf(text: string): Outcome {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number)
    ? { reason: `returns a number, but the value is "${text}"` }
    : { constant: inlineValue(number) }
}

function objectOf(text: string): Outcome {
  try {
    const parsed: unknown = JSON.parse(text)
    return { text: JSON.stringify(parsed) }
  } catch {
    return { reason: 'returns an object, but the value is not JSON' }
  }
}

/** A flag that is off returns the default, the second argument. */
function fallbackOf(call: CallExpression): Outcome {
  const fallback = call.getArguments()[1]
  if (!fallback) return { reason: 'has no default value' }
  const literal = literalOf(fallback)
  return literal ? { constant: { ...literal, inline: true } } : { argument: fallback }
}

function detailsOf(call: CallExpression, value: FlagValue): Outcome {
  const fallback = call.getArguments()[1]
  const isBoolean = fallback ? typeof literalOf(fallback)?.value === 'boolean' : false
  if (isBoolean) return { constant: fieldsOf({ value: inlineValue(value !== 'off') }) }
  if (value === 'on') return { reason: 'returns a value: say which variant' }
  if (value !== 'off') return { constant: fieldsOf({ value: inlineValue(value.payload ?? value.variant) }) }
  const literal = fallback && literalOf(fallback)
  return literal
    ? { constant: fieldsOf({ value: { ...literal, inline: true } }) }
    : { reason: 'has a default value that is not a literal' }
}

function variantOf(value: FlagValue): Outcome {
  if (value === 'on') return { reason: 'returns a variant: say which one' }
  if (value === 'off') return { constant: variantFields('disabled', false, inlineValue(undefined)) }
  const payload = value.payload === undefined ? undefined : fieldsOf({ value: inlineValue(value.payload) })
  return { constant: variantFields(value.variant, true, payload) }
}

const variantFields = (name: string, isOn: boolean, payload: Constant | undefined): Fields =>
  fieldsOf({
    name: inlineValue(name),
    enabled: inlineValue(isOn),
    feature_enabled: inlineValue(isOn),
    featureEnabled: inlineValue(isOn),
    ...(payload && { payload }),
  })
