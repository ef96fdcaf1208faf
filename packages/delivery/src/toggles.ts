import { hash } from 'node:crypto'
import { type Context, evaluateOn, type Flag, type Result } from '@flagstaff/engine'
import { projectsOf } from './admission.ts'
import type { Store, Token } from './store.ts'

/** A flag that is on, in the format of the frontend API. */
export type Toggle = {
  readonly text: string
  /** ASCII only, so it needs no encoding. */
  readonly plain: boolean
  /** A 64-bit hash of the text, in two halves. */
  readonly high: number
  readonly low: number
}

/** The flags that are on for this context, within the scope of the token. */
export function togglesFor(store: Store, token: Token, context: Context): Toggle[] {
  const projects = projectsOf(token)
  const scope = projects === '*' ? undefined : new Set(projects)
  const filter = scope && ((flag: Flag) => scope.has(flag.project ?? ''))
  const { ruleset } = store.environment(token.environment)
  const toggles: Toggle[] = []
  const at = { now: Date.now(), random: Math.random }
  evaluateOn({ ruleset, context, at, filter }, ({ name }, result) => {
    toggles.push(toggleOf(name, result))
  })
  return toggles
}

/** Cache: results are shared between evaluations, so each is serialised and hashed once. */
const known = new WeakMap<Result, Toggle>()

function toggleOf(name: string, result: Result): Toggle {
  const found = known.get(result)
  if (found) return found
  const { variant, impressionData } = result
  const text = JSON.stringify({ name, enabled: true, variant, impressionData })
  const digest = hash('sha256', text, 'buffer')
  const plain = Buffer.byteLength(text) === text.length
  const toggle = { text, plain, high: digest.readInt32LE(0), low: digest.readInt32LE(4) }
  known.set(result, toggle)
  return toggle
}

/** The same for the same toggles on every server, in any order; hashing the body would cost more than creating it. */
export function tagOf(toggles: readonly Toggle[]): string {
  let high = toggles.length
  let low = 0
  for (const toggle of toggles) {
    high = (high + toggle.high) | 0
    low = (low + toggle.low) | 0
  }
  return `W/"${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}"`
}

/** As a string, which Node writes together with the headers. `latin1` is faster than `utf8` where both are equal. */
export type Body = { text: string; encoding: 'latin1' | 'utf8' }

export function bodyOf(toggles: readonly Toggle[]): Body {
  let text = '{"toggles":['
  let plain = true
  let between = ''
  for (const toggle of toggles) {
    text += between + toggle.text
    between = ','
    plain &&= toggle.plain
  }
  return { text: `${text}]}`, encoding: plain ? 'latin1' : 'utf8' }
}
