import { expect, test } from 'vitest'
import { createCounter, createHistogram, createSummary, line } from './instruments.ts'

const about = { name: 'x', help: 'Help.', labels: ['a', 'b'] }
const text = (metric: { lines(): Iterable<string> }) => [...metric.lines()].join('\n')

test('a counter has one line per combination of labels', () => {
  const counter = createCounter(about)
  counter.add(['1', 'one'])
  counter.add(['1', 'one'], 2)
  counter.add(['2', 'two'])
  expect(text(counter)).toBe('# HELP x Help.\n# TYPE x counter\nx{a="1",b="one"} 3\nx{a="2",b="two"} 1')
})

test('a histogram counts values up to each bound', () => {
  const histogram = createHistogram({ name: 'x', help: 'Help.' }, [1, 10])
  for (const value of [0.5, 1, 2, 100]) histogram.observe([], value)
  expect(text(histogram).split('\n').slice(2)).toEqual([
    'x_bucket{le="1"} 2',
    'x_bucket{le="10"} 3',
    'x_bucket{le="+Inf"} 4',
    'x_sum 103.5',
    'x_count 4',
  ])
})

test('a summary estimates quantiles within a bucket', () => {
  const summary = createSummary({ name: 'x', help: 'Help.' }, [10, 20, 40])
  for (let value = 0; value < 100; value++) summary.observe([], value < 50 ? 5 : 15)
  const lines = text(summary)
  expect(lines).toContain('x{quantile="0.5"} 10')
  expect(lines).toContain('x{quantile="0.9"} 18')
  expect(lines).toContain('x_count 100')
})

test('many label values are counted together, and a scrape stays small', () => {
  const bounds = Array.from({ length: 14 }, (_, index) => index)
  const summary = createSummary(
    { name: 'http_request_duration_milliseconds', help: 'Help.', labels: ['path', 'method', 'status'] },
    bounds,
  )
  const histograms = ['http_sdk_request_duration_milliseconds', 'db_query_duration_seconds'].map((name) =>
    createHistogram({ name, help: 'Help.', labels: ['path', 'method', 'status'] }, bounds),
  )
  for (let index = 0; index < 1_000; index++) {
    const labels = [`/api/admin/projects/:projectId/features/${index}`, 'DELETE', '200']
    for (const metric of [summary, ...histograms]) metric.observe(labels, 1)
  }
  const lines = [summary, ...histograms].map(text).join('\n')
  expect(lines).toContain(
    'http_request_duration_milliseconds_count{path="other",method="other",status="other"} 880',
  )
  expect(lines.length).toBeLessThan(300_000)
})

test('label values are escaped', () => {
  expect(line('x', { a: 'say "hi"\\\n' }, 1)).toBe('x{a="say \\"hi\\"\\\\\\n"} 1')
})
