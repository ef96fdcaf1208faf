import type { Context } from '@flagstaff/engine'

/** The fields of a context, as entered. */
export type Typed = Readonly<Record<string, string>>

const own = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime'])

/** The context in the format of SDKs; empty fields are left out. */
export function contextOf(typed: Typed): Context {
  const given = Object.entries(typed).filter(([, value]) => value !== '')
  return {
    ...Object.fromEntries(given.filter(([name]) => own.has(name))),
    properties: Object.fromEntries(given.filter(([name]) => !own.has(name))),
  }
}

/** Parses JSON, `country=NO plan=team`, or a bare user id. */
export function parseContext(text: string): Typed | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (trimmed.startsWith('{')) return parseJson(trimmed)
  const pairs = [...trimmed.matchAll(/([\w.-]+)\s*[=:]\s*("[^"]*"|[^\s,;]+)/g)]
  if (pairs.length > 0)
    return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value.replace(/^"|"$/g, '')]))
  return /\s/.test(trimmed) ? undefined : { userId: trimmed }
}

function parseJson(text: string): Typed | undefined {
  try {
    const { properties = {}, ...rest } = JSON.parse(text) as Record<string, unknown>
    const all = { ...rest, ...(typeof properties === 'object' ? properties : {}) }
    return Object.fromEntries(
      Object.entries(all)
        .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
        .map(([name, value]) => [name, String(value)]),
    )
  } catch {
    return undefined
  }
}

/** Uses JavaScript patterns: RE2, which the server uses, is a subset except for inline flags. */
export const browserTools = {
  regex: (pattern: string, caseInsensitive: boolean) => {
    try {
      const test = new RegExp(pattern, caseInsensitive ? 'iu' : 'u')
      return (text: string) => test.test(text)
    } catch {
      return undefined
    }
  },
}
