/**
 * Milliseconds of queries over 100 series of a histogram: a month, which must take 300 ms at most, and a week. Medians of
 * 15 after a warm-up, without the cache of answers.
 */
import type pg from 'pg'
import { metricSeries } from '../src/insight/usage/index.ts'
import { onScratch } from './scratch.ts'

const SERIES = 100
const DAY = 86_400_000
const MOST_MS = 300
const ROUNDS = 15

/** Days of a month, hours of the last 14 days, and minutes of the last day. */
const seed = async (pool: pg.Pool) => {
  await pool.query(`insert into impact_metrics (name, type, help) values ('bench', 'histogram', '')`)
  await pool.query(
    `insert into impact_series (metric, labels, digest, bounds)
     select 'bench', jsonb_build_object('appName', 'app', 'host', n), n::text, '{5,10,25,50,100,250,500,1000,2500}'
     from generate_series(1, ${SERIES}) n`,
  )
  for (const [table, at, from, to, step] of [
    [
      'impact_days',
      'day',
      "date_trunc('day', now()) - interval '31 days'",
      "now() - interval '1 day'",
      '1 day',
    ],
    [
      'impact_hours',
      'hour',
      "date_trunc('day', now()) - interval '14 days'",
      "now() - interval '1 hour'",
      '1 hour',
    ],
    ['impact_minutes', 'minute', "date_trunc('hour', now()) - interval '1 day'", 'now()', '1 minute'],
  ] as const)
    await pool.query(
      `insert into ${table} (series_id, ${at}, value, count, buckets)
       select s.id, t, 5000, 100, '{5,12,30,48,70,90,96,98,99,100}'
       from impact_series s, generate_series(${from}, ${to}, interval '${step}') t`,
    )
  await pool.query('analyze')
}

let isSlow = false
await onScratch(seed, async (app) => {
  const end = Date.now()
  for (const [name, days, stepSeconds] of [
    ['month', 30, 86_400],
    ['week', 7, 3 * 3_600],
  ] as const)
    for (const mode of ['p95', 'avg', 'rps'] as const)
      for (const by of [[], ['host']]) {
        const times: number[] = []
        for (let round = -3; round < ROUNDS; round++) {
          const started = performance.now()
          await metricSeries(app.handles.read, {
            metric: 'bench',
            source: 'internal',
            mode,
            from: new Date(end - days * DAY),
            to: new Date(end),
            stepSeconds,
            labels: {},
            by,
          })
          if (round >= 0) times.push(performance.now() - started)
        }
        const median = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
        if (name === 'month' && median > MOST_MS) isSlow = true
        console.log(`${name} ${mode}${by.length > 0 ? ' by host' : ''}: ${median.toFixed(1)} ms`)
      }
})
if (isSlow) {
  console.error(`a month must take ${MOST_MS} ms at most`)
  process.exitCode = 1
}
