import { hostname } from 'node:os'
import { RE2JS } from 're2js'
import type { At, Tools } from '../src/types.ts'

/** REGEX constraints use RE2 syntax, which JavaScript does not support. */
export const tools: Tools = { regex: compileRe2 }

/** The host name, as `unleash-client` determines it. */
export const host = process.env.HOSTNAME || hostname()

export const at: At = { now: Date.parse('2026-06-01T12:00:00Z'), random: () => 0.5 }

function compileRe2(pattern: string, caseInsensitive: boolean) {
  try {
    const compiled = RE2JS.compile(pattern, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0)
    return (text: string) => compiled.matcher(text).find()
  } catch {
    return undefined
  }
}
