import type { Document, Operation } from './document.ts'
import { createRandom, type Random } from './random.ts'
import { createMaker, type Maker } from './values.ts'
import { hostileTexts, type Words, withRawNumbers } from './words.ts'

export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}
export type Kind = 'valid' | 'nearly valid' | 'hostile'

/** Request number `n` of an operation: always the same for a seed, independent of earlier requests. */
export function makeRequest(
  operation: Operation,
  { seed, n, document, words }: { seed: string; n: number; document: Document; words: Words },
): FuzzRequest & { kind: Kind } {
  const random = createRandom(`${seed} ${operation.operationId} ${n}`)
  const maker = createMaker(random, document, words)
  const kind = (['valid', 'valid', 'nearly valid', 'hostile', 'hostile'] as const)[n % 5] ?? 'valid'
  const path = pathOf(operation, kind, random, maker) + queryOf(operation, kind, random, maker)
  return { kind, method: operation.method, path, ...contentOf(operation, kind, random, maker) }
}

/** Percent-encodes the value, and sometimes adds an invalid escape. */
function escaped(value: string, random: Random): string {
  const safe = encodeURIComponent(value.toWellFormed())
  return random.once(12) ? `${safe}${random.pick(['%', '%zz', '%ff', '%c0%af', '%00', '%2f..'])}` : safe
}

function pathOf({ path, parameters }: Operation, kind: Kind, random: Random, maker: Maker): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema
    const value = String(maker.fitting(schema ?? { type: 'string' }, name))
    if (kind === 'hostile' && random.once(2)) return escaped(random.pick(hostileTexts) || '%20', random)
    return encodeURIComponent(value)
  })
}

function queryOf({ parameters }: Operation, kind: Kind, random: Random, maker: Maker): string {
  const pairs: string[] = []
  for (const { name, required, schema } of parameters.filter((one) => one.in === 'query')) {
    if (!required && !random.once(3)) continue
    const fitting = [maker.fitting(schema, name)].flat().map(String)
    const isBent = kind !== 'valid' && random.once(2)
    const values = isBent
      ? [random.pick(hostileTexts), random.pick(hostileTexts)].slice(random.below(2))
      : fitting
    for (const value of values) pairs.push(`${encodeURIComponent(name)}=${escaped(value, random)}`)
  }
  if (kind === 'hostile' && random.once(4)) pairs.push('unknown[a][b]=1', '__proto__=x', '%ff=%')
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const oddHeaders: Record<string, string>[] = [
  { 'if-match': '"not-a-version"' },
  { 'if-match': `W/"${'9'.repeat(30)}"` },
  { 'if-match': '*' },
  { 'if-none-match': '"x", W/"y"' },
  { 'idempotency-key': 'k'.repeat(4_000) },
  { 'idempotency-key': '\u00ff\u00fe' },
  { accept: 'application/problem+json' },
  { 'last-event-id': '99999999999999999999-zzzzzzzz' },
  { 'unleash-client-spec': '999999999999.0.0' },
  { 'unleash-appname': 'x'.repeat(2_000), 'unleash-instanceid': '\u00ff' },
  { 'unleash-interval': '1e400' },
  { 'x-forwarded-for': '::ffff:999.1.1.1, \u00ff' },
  { 'accept-encoding': 'gzip;q=2, br;q=nan, *;q=' },
  { cookie: 'flagstaff-session=%00; =; a' },
  { origin: 'null' },
  { range: 'bytes=-1' },
]

function contentOf(
  operation: Operation,
  kind: Kind,
  random: Random,
  maker: Maker,
): Pick<FuzzRequest, 'headers' | 'body'> {
  const odd = kind === 'hostile' && random.once(4) ? random.pick(oddHeaders) : {}
  if (!operation.body)
    return kind === 'hostile' && operation.method !== 'GET' && random.once(3)
      ? { headers: { 'content-type': 'application/json', ...odd }, body: Buffer.from('{"a":') }
      : { headers: odd, body: undefined }
  const value = maker.fitting(operation.body, operation.operationId)
  const json = { 'content-type': 'application/json' }
  const written = (some: unknown) => Buffer.from(withRawNumbers(JSON.stringify(some) ?? ''))
  if (kind === 'valid') return { headers: json, body: written(value) }
  if (kind === 'nearly valid') return { headers: json, body: written(maker.bent(value, false)) }
  const broken = random.below(4) === 0 ? brokenContent(written(value), random) : undefined
  return {
    headers: { ...json, ...odd, ...broken?.headers },
    body: broken ? broken.body : written(maker.bent(value, true)),
  }
}

/** Bodies and content types that are invalid as a whole. */
function brokenContent(body: Buffer, random: Random): Pick<FuzzRequest, 'headers' | 'body'> {
  const headers = {}
  const deep = 8_000
  return random.pick<() => Pick<FuzzRequest, 'headers' | 'body'>>([
    () => ({ headers, body: Buffer.from('['.repeat(deep) + ']'.repeat(deep)) }),
    () => ({ headers, body: Buffer.from(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`) }),
    () => ({ headers, body: insideFirstField(body, `${'['.repeat(deep)}${']'.repeat(deep)}`) }),
    () => ({ headers, body: body.subarray(0, Math.ceil(body.length / 2)) }),
    () => ({ headers, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]) }),
    () => ({ headers, body: Buffer.from([0xff, 0xfe, 0x00, 0x80]) }),
    () => ({ headers, body: Buffer.alloc(0) }),
    () => ({ headers, body: Buffer.from('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}') }),
    () => ({
      headers,
      body: Buffer.from(random.pick(['null', 'true', '"text"', '12', '[]', '{}', '1e999'])),
    }),
    () => ({ headers, body: Buffer.from(JSON.stringify('z'.repeat(1_200_000))) }),
    () => ({ headers: { 'content-type': 'text/xml' }, body }),
    () => ({ headers: { 'content-type': 'application/json; charset=utf-16' }, body }),
    () => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from('a=1&a[b]=%ff'),
    }),
    () => ({ headers: { 'content-type': 'multipart/form-data; boundary=' }, body }),
    () => ({ headers: { 'content-type': ';;;' }, body }),
    () => ({ headers: { 'content-encoding': 'gzip' }, body }),
  ])()
}

/** Puts a deeply nested value where the schema expects something else. */
function insideFirstField(body: Buffer, deep: string): Buffer {
  const field = /"(\w+)":/.exec(body.toString())?.[1] ?? 'a'
  return Buffer.from(`{"${field}":${deep}}`)
}
