import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Token } from './store.ts'
import { toSighting, toUsage } from './usage.ts'

const token = { environment: 'production', projects: ['*'] } as unknown as Token
const request = (body: object) => ({ body, headers: {}, ip: '203.0.113.7' }) as unknown as FastifyRequest
const bucket = (toggles: object) => ({ start: 0, stop: 0, toggles })

test('names in a report are counted in the form in which they are stored', () => {
  const yes = { yes: 1, no: 0, variants: { 'blue\0': 1 } }
  const toggles = { checkout: yes, 'checkout\0': yes, 'checkout\0\0': yes, 'check\ud800': yes }
  const sent = toUsage(request({ appName: 'shop\0', bucket: bucket(toggles) }), token)
  expect(sent?.app).toBe('shop')
  expect(sent?.counts.map(({ flag }) => flag)).toEqual(['checkout', 'checkout', 'checkout', 'check\ufffd'])
  expect(sent?.counts[1]?.variants).toEqual([['blue', 1]])
})

test('long names are cut before they are stored', () => {
  const long = 'x'.repeat(50_000)
  const body = {
    appName: long,
    instanceId: long,
    connectionId: long,
    bucket: bucket({ [long]: { yes: 1, no: 0, variants: { [long]: 1 } } }),
  }
  const sent = toUsage(request(body), token)
  const sighting = toSighting(request(body), token, 'frontend')
  const names = [
    sent?.app,
    sent?.counts[0]?.flag,
    sent?.counts[0]?.variants[0]?.[0],
    sighting.app,
    sighting.instance,
    sighting.connectionId,
  ]
  expect(names.map((name) => name?.length)).toEqual([500, 500, 500, 500, 500, 500])
})
