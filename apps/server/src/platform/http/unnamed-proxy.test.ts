import pino from 'pino'
import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { controlRules, createServer } from './server.ts'

const lines: { level: number; msg: string }[] = []
const logger = pino({}, { write: (text: string) => lines.push(JSON.parse(text)) })

async function warningsBehind(trustedProxies: string, remoteAddress: string) {
  lines.length = 0
  const settings = readSettings({ DATABASE_URL: 'postgres://unused', TRUSTED_PROXIES: trustedProxies })
  const app = createServer(settings, logger)
  await controlRules(app, settings)
  app.get('/', { config: { permission: 'public' } }, () => ({}))
  for (const forwarded of [undefined, '203.0.113.1', '203.0.113.2']) {
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
    await app.inject({ url: '/', remoteAddress, headers })
  }
  await app.close()
  return lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
}

test('an untrusted proxy is logged once, with the setting to change', async () => {
  const warnings = await warningsBehind('', '10.0.0.5')
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('TRUSTED_PROXIES')
  expect(warnings[0]).toContain('10.0.0.5')
  expect(await warningsBehind('10.1.0.0/16', '10.0.0.5')).toHaveLength(1)
})

test('a trusted proxy is not logged', async () => {
  expect(await warningsBehind('10.0.0.0/16', '10.0.0.5')).toEqual([])
  expect(await warningsBehind('10.0.0.0/16', '::ffff:10.0.0.5')).toEqual([])
})
