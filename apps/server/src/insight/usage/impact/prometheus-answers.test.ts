import { readFileSync } from 'node:fs'
import type { AggregationMode } from '@flagstaff/contract/impact'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { foldImpactHour } from './fold-queries.ts'
import { metricSeries } from './series.ts'

// The expected values were computed once by Prometheus from the same samples; see `conformance/README.md`.

type Minute = number | [value: number, count: number, buckets: number[]]
type Samples = {
  start: string
  series: {
    metric: string
    type: string
    labels: Record<string, string>
    bounds: number[]
    minutes: Minute[]
  }[]
}
type Answer = {
  metric: string
  mode: AggregationMode
  step: number
  by: string[]
  query: string
  lines: { labels: Record<string, string>; points: [number, number][] }[]
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../../conformance/impact/${name}`, import.meta.url), 'utf8'))
const samples: Samples = read('samples.json')
const answers: Answer[] = read('prometheus.json').answers
const { app, db } = await testApp()
const start = Date.parse(samples.start)
const HOURS = 6

for (const { metric, type, labels, bounds, minutes } of samples.series) {
  await db
    .insertInto('impact_metrics')
    .values({ name: metric, type, help: '' })
    .onConflict((one) => one.doNothing())
    .execute()
  const { id } = await db
    .insertInto('impact_series')
    .values({ metric, labels: JSON.stringify(labels), digest: JSON.stringify(labels), bounds, public: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = minutes.map((minute, index) => {
    const [value, count, buckets] = typeof minute === 'number' ? [minute, 0, []] : minute
    return { series_id: id, minute: new Date(start + index * 60_000), value, count, buckets }
  })
  await db.insertInto('impact_minutes').values(rows).execute()
}

async function expectSame({ metric, mode, step, by, lines, query }: Answer) {
  const { series } = await metricSeries(app.handles.read, {
    metric,
    source: 'internal',
    mode,
    from: new Date(start),
    to: new Date(start + HOURS * 3_600_000),
    stepSeconds: step,
    labels: {},
    by,
  })
  const ours = series.map(({ labels, points }) => ({
    labels,
    points: points.flatMap(([at, value]) => (value === null ? [] : [[at, expect.closeTo(value, 6)]])),
  }))
  expect(lines, query).toEqual(ours)
}

test.for(answers)('$metric $mode by $by in steps of $step s equals $query', (answer) => expectSame(answer))

test('folded hours give the same answers', async () => {
  for (let hour = 0; hour < HOURS; hour++) await foldImpactHour(db, new Date(start + hour * 3_600_000))
  await db.deleteFrom('impact_minutes').execute()
  const long = answers.filter(({ step }) => step % 3_600 === 0)
  expect(long).toHaveLength(22)
  for (const answer of long) await expectSame(answer)
})
