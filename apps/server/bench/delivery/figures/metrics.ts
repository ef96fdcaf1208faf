import type { Bench, Line } from '../bench.ts'
import { compare } from '../compare.ts'
import { share } from '../numbers.ts'
import { metricsRequests } from '../posts.ts'
import { importFlags } from '../site.ts'

const CONNECTIONS = 32
const FLAGS = 350
const OF_UNLEASH = 5

/** Reports of 20 flags each. Ours are answered when they are committed. */
export async function measureMetrics(bench: Bench): Promise<Line[]> {
  const ours = await bench.ours(await bench.database())
  const theirs = bench.unleash ? await bench.theirs() : undefined
  for (const site of theirs ? [ours, theirs] : [ours]) await importFlags(site, 0, FLAGS)
  const result = await compare(
    [
      { name: 'ours', ...ours, requests: metricsRequests(ours, CONNECTIONS) },
      ...(theirs
        ? [{ name: 'Unleash' as const, ...theirs, requests: metricsRequests(theirs, CONNECTIONS) }]
        : []),
    ],
    { ...bench, connections: CONNECTIONS, status: 202, byTime: true },
  )
  const ratio = result.ratio('Unleash')
  const isMeasured = Number.isFinite(ratio)
  return [
    {
      what: 'posts of metrics, 20 flags each, 32 connections',
      unit: 'posts/s',
      ours: result.of('ours') ?? Number.NaN,
      unleash: result.of('Unleash'),
      reached: isMeasured ? `${share(ratio)} times Unleash` : 'Unleash was not measured',
      promised: `${OF_UNLEASH} times Unleash`,
      held: !isMeasured || ratio >= OF_UNLEASH,
      notes: [
        ...result.notes,
        'Flagstaff responds once the counts are in the database, Unleash once it has them in memory',
      ],
    },
  ]
}
