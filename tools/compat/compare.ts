import type { Twins } from './pairs.ts'

export type Difference = {
  /** Location: `status`, `header content-type`, or a path in the body such as `body.features[].name`. */
  at: string
  kind: 'value' | 'type' | 'missing' | 'extra' | 'order'
  ours: unknown
  theirs: unknown
}

type Answer = { status: number; headers: Headers; body: unknown }
type Found = (difference: Difference) => void

/** The response headers that clients of these APIs read. */
const headersRead = [
  'content-type',
  'location',
  'retry-after',
  'www-authenticate',
  'content-disposition',
  'clear-site-data',
]
/** Additional headers that SDKs and browsers read on responses they poll. */
const headersPolled = ['cache-control', 'access-control-allow-origin', 'access-control-expose-headers']
const polled = /^\/api\/(client|frontend)/

export function compareAnswers(ours: Answer, theirs: Answer, path: string, twins: Twins): Difference[] {
  const found: Difference[] = []
  const report: Found = (difference) => found.push(difference)
  if (ours.status !== theirs.status) {
    report({ at: 'status', kind: 'value', ours: ours.status, theirs: theirs.status })
    // An error cannot be compared with a success.
    if (ours.status < 400 !== theirs.status < 400) return found
  }
  compareHeaders(ours.headers, theirs.headers, { path, good: theirs.status < 400, report, twins })
  // Other content types are pages or texts, which differ.
  if (/json/.test(theirs.headers.get('content-type') ?? 'json'))
    compareValues(ours.body, theirs.body, 'body', { report, twins })
  return found
}

function compareHeaders(
  ours: Headers,
  theirs: Headers,
  more: { path: string; good: boolean; report: Found; twins: Twins },
) {
  const { path, report } = more
  for (const name of polled.test(path) ? [...headersRead, ...headersPolled] : headersRead) {
    const read = (headers: Headers) => plainHeader(headers.get(name))
    const [a, b] = [read(ours), read(theirs)].map(name === 'location' ? withoutId : (value) => value)
    if (a === b || more.twins.are(a, b)) continue
    const kind = a === undefined ? 'missing' : b === undefined ? 'extra' : 'value'
    report({ at: `header ${name}`, kind, ours: a, theirs: b })
  }
  if (polled.test(path) && more.good && ours.has('etag') !== theirs.has('etag')) {
    const kind = ours.has('etag') ? 'extra' : 'missing'
    report({ at: 'header etag', kind, ours: ours.get('etag'), theirs: theirs.get('etag') })
  }
  const [cookies, theirCookies] = [cookieNames(ours), cookieNames(theirs)]
  if (cookies !== theirCookies)
    report({ at: 'header set-cookie', kind: 'value', ours: cookies, theirs: theirCookies })
}

const plainHeader = (value: string | null) => value?.toLowerCase().replaceAll(' ', '')

/** URLs end in ids, which differ. */
const withoutId = (value: string | undefined) => value?.replace(/\b([0-9a-z]{26}|\d+)$/, ':id')
const cookieNames = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split('=')[0])
    .sort()
    .join()

type More = { report: Found; twins: Twins }

function compareValues(ours: unknown, theirs: unknown, at: string, more: More) {
  const { report, twins } = more
  if (ours === theirs || twins.are(ours, theirs)) return
  const [a, b] = [typeOf(ours), typeOf(theirs)]
  if (a !== b) return report({ at, kind: 'type', ours, theirs })
  if (at.endsWith('.validationErrors')) return
  if (Array.isArray(ours) && Array.isArray(theirs)) return compareLists(ours, theirs, at, more)
  if (isObject(ours) && isObject(theirs)) return compareObjects(ours, theirs, at, more)
  if (!alike(ours, theirs, at)) report({ at, kind: 'value', ours, theirs })
}

function compareObjects(
  ours: Record<string, unknown>,
  theirs: Record<string, unknown>,
  at: string,
  more: More,
) {
  for (const key of Object.keys(theirs)) {
    if (key in ours) compareValues(ours[key], theirs[key], `${at}.${key}`, more)
    else more.report({ at: `${at}.${key}`, kind: 'missing', ours: undefined, theirs: theirs[key] })
  }
  for (const key of Object.keys(ours)) {
    if (!(key in theirs))
      more.report({ at: `${at}.${key}`, kind: 'extra', ours: ours[key], theirs: undefined })
  }
}

/**
 * Compares lists in order. A different order is reported as one difference, and the items are then compared by name.
 */
function compareLists(ours: unknown[], theirs: unknown[], at: string, more: More) {
  const name = nameOf([...ours, ...theirs])
  const inside = `${at}[]`
  if (!name) {
    if (ours.length !== theirs.length) return more.report({ at: `${at}.length`, kind: 'value', ours, theirs })
    ours.forEach((one, index) => {
      compareValues(one, theirs[index], inside, more)
    })
    return
  }
  const same = (one: unknown, other: unknown) => one === other || more.twins.are(one, other)
  const partner = theirs.map((their) => ours.findIndex((one) => same(name(one), name(their))))
  theirs.forEach((their, index) => {
    const one = ours[partner[index] ?? -1]
    if (one === undefined) more.report({ at: inside, kind: 'missing', ours: undefined, theirs: their })
    else compareValues(one, their, inside, more)
  })
  ours.forEach((one, index) => {
    if (!partner.includes(index)) more.report({ at: inside, kind: 'extra', ours: one, theirs: undefined })
  })
  const common = partner.filter((index) => index >= 0)
  if (common.some((index, place) => place > 0 && index < (common[place - 1] ?? 0)))
    more.report({ at, kind: 'order', ours: ours.map(name), theirs: theirs.map(name) })
}

/** The field that identifies the items of a list, if any. */
function nameOf(list: unknown[]): ((one: unknown) => unknown) | undefined {
  if (list.length === 0) return undefined
  if (list.every((one) => typeof one === 'string')) return (one) => one
  if (!list.every(isObject)) return undefined
  const key = ['name', 'tokenName', 'username', 'featureName', 'environment', 'value', 'id'].find((key) =>
    list.every((one) => typeof one[key] === 'string' && !opaque(one[key] as string)),
  )
  if (!key) return undefined
  const name = (one: unknown) => (one as Record<string, unknown>)[key]
  return new Set(list.map(name)).size * 2 >= list.length ? name : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number'
        ? 'number'
        : typeof value

/** Numbers that depend on the history of one server. */
const counted = /(^|\.)(id|\w*Id|revision\w*|sum|responseTime|sortOrder)$/
/** Human-readable messages are worded differently. */
const sentence = /(^body\.message$)|(details|errors|warnings|permissions)\[\]\.message$|\.(summary|label)$/

function alike(ours: unknown, theirs: unknown, at: string): boolean {
  if (typeof ours === 'number') return counted.test(at) && !/sortOrder$/.test(at)
  if (typeof ours !== 'string' || typeof theirs !== 'string') return false
  if (sentence.test(at)) return ours !== '' && theirs !== ''
  const kind = opaque(ours)
  return kind !== undefined && kind === opaque(theirs)
}

const kinds = new Map([
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
  ['ulid', /^[0-9A-HJKMNP-TV-Z]{26}$/],
  ['picture', /^https:\/\/gravatar\.com\/avatar\//],
])

/** The kind of a generated text, such as an id or a date, which differs on every server. */
function opaque(text: string): string | undefined {
  for (const [kind, form] of kinds) if (form.test(text)) return kind
  return undefined
}
