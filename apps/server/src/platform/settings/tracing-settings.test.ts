import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const read = (env: Record<string, string>) => readSettings({ DATABASE_URL: 'postgres://x', ...env }).tracing

test('tracing is off without an endpoint', () => {
  expect(read({})).toBeUndefined()
  expect(read({ OTEL_SERVICE_NAME: 'flags', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toBeUndefined()
})

test('reads the standard variables', () => {
  const tracing = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=flags=1',
    OTEL_SERVICE_NAME: 'flags',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  })
  expect(tracing).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { authorization: 'Bearer abc', 'x-team': 'flags=1' },
    serviceName: 'flags',
    ratio: 0.1,
  })
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in' }
  expect(read(own)).toMatchObject({
    url: 'https://traces.example.com/in',
    ratio: 1,
    serviceName: 'flagstaff',
  })
})

test('invalid values are refused, without repeating secrets', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('http or https')
  expect(() => read({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('between 0 and 1')
  expect(() => read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow(/^(?!.*secret)/)
})
