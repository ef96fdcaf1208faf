import type { Bench, Line } from '../bench.ts'
import { compare } from '../compare.ts'
import { share } from '../numbers.ts'
import { ask, startBare, toRequest } from '../requests.ts'
import { importFlags, type Site } from '../site.ts'

const CONNECTIONS = 16
const OF_BARE = 0.9
/** Of evaluations, which no bare server has to do. */
const EVALUATED_OF_BARE = 0.6
const OF_UNLEASH = 10
const USERS = 64

type Read = {
  what: string
  path: string
  headers(site: Site): Record<string, string>
  notModified?: boolean
  perUser?: boolean
}

const features = { path: '/api/client/features' }
const frontend = '/api/frontend?appName=bench&sessionId=1&userId='

const reads: Read[] = [
  {
    ...features,
    what: '/api/client/features, 200',
    headers: ({ backend }) => ({ authorization: backend, 'accept-encoding': 'identity' }),
  },
  {
    ...features,
    what: '/api/client/features, 200 gzip',
    headers: ({ backend }) => ({ authorization: backend, 'accept-encoding': 'gzip' }),
  },
  {
    ...features,
    what: '/api/client/features, 304',
    headers: ({ backend }) => ({ authorization: backend, 'accept-encoding': 'gzip' }),
    notModified: true,
  },
  {
    path: `${frontend}1`,
    what: '/api/frontend, evaluated',
    headers: ({ frontend }) => ({ authorization: frontend, 'accept-encoding': 'identity' }),
    perUser: true,
  },
]

/** What SDKs ask all day. */
export async function measureReads(bench: Bench): Promise<Line[]> {
  const ours = await bench.ours(await bench.database())
  const theirs = bench.unleash ? await bench.theirs() : undefined
  const lines: Line[] = []
  let flags = 0
  for (const size of bench.sizes) {
    for (const site of theirs ? [ours, theirs] : [ours]) await importFlags(site, flags, size)
    flags = size
    for (const read of reads) lines.push(await measure(bench, { read, size, ours, theirs }))
  }
  return lines
}

type Case = { read: Read; size: number; ours: Site; theirs: Site | undefined }

async function measure(bench: Bench, { read, size, ours, theirs }: Case): Promise<Line> {
  const bare = await startBare(`${ours.url}${read.path}`, read.headers(ours))
  try {
    const requests = await requestsTo(ours, read)
    const conditions = { ...bench, connections: CONNECTIONS, status: read.notModified ? 304 : 200 }
    const result = await compare(
      [
        { name: 'ours', ...ours, requests },
        { name: 'bare', ...bare, requests },
        ...(theirs
          ? [{ name: 'Unleash' as const, ...theirs, requests: await requestsTo(theirs, read) }]
          : []),
      ],
      conditions,
    )
    return toLine(read, size, result)
  } finally {
    await bare.end()
  }
}

function toLine(read: Read, size: number, result: Awaited<ReturnType<typeof compare>>): Line {
  const [ofBare, ofUnleash] = [result.ratio('bare'), result.ratio('Unleash')]
  const isMeasured = Number.isFinite(ofUnleash)
  const promised = read.perUser ? EVALUATED_OF_BARE : OF_BARE
  return {
    what: `${read.what}, ${size} flags`,
    unit: 'responses/s',
    ours: result.of('ours') ?? Number.NaN,
    bare: result.of('bare'),
    unleash: result.of('Unleash'),
    reached: `${share(ofBare)} of bare${isMeasured ? `, ${share(ofUnleash)} times Unleash` : ''}`,
    promised: `${promised.toFixed(2)} of bare${read.perUser ? `, ${OF_UNLEASH} times Unleash` : ''}`,
    held: ofBare >= promised && (!read.perUser || !isMeasured || ofUnleash >= OF_UNLEASH),
    notes: result.notes,
  }
}

async function requestsTo(site: Site, read: Read): Promise<string[]> {
  const headers = read.headers(site)
  if (read.perUser) {
    return Array.from({ length: USERS }, (_, user) => toRequest(`${frontend}${user}`, headers))
  }
  if (!read.notModified) return [toRequest(read.path, headers)]
  const { etag = '' } = await ask(`${site.url}${read.path}`, headers)
  return [toRequest(read.path, { ...headers, 'if-none-match': etag })]
}
