import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/test/cluster/postgres.ts'
import { startEdge } from './process.ts'

const upstream = { UPSTREAM_URL: 'http://127.0.0.1:1', TOKENS: '*:production.secret' }

test('the log says why upstream cannot be reached', async () => {
  const edge = await startEdge({ ...upstream, UPSTREAM_URL: `http://127.0.0.1:${await freePort()}` })
  await expect.poll(() => edge.log()).toMatch(/fetch failed: .*ECONNREFUSED/)
  await edge.stop()
})

test('the log says that the certificate of upstream is not trusted, and NODE_EXTRA_CA_CERTS makes it trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const subject = '-subj /CN=upstream -addext subjectAltName=IP:127.0.0.1'
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 ${subject} -keyout ${key} -out ${cert}`
  execFileSync('openssl', words.split(' '), { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.writeHead(401).end(),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const UPSTREAM_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`

  const edge = await startEdge({ ...upstream, UPSTREAM_URL })
  await expect.poll(() => edge.log()).toMatch(/self-signed certificate/)
  await edge.stop()
  for (const line of edge.log().trim().split('\n')) expect(line.length).toBeLessThan(1_000)

  const trusting = await startEdge({ ...upstream, UPSTREAM_URL, NODE_EXTRA_CA_CERTS: cert })
  await expect.poll(() => trusting.log()).toMatch(/401/)
  await trusting.stop()
})

test.each([
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of'],
  [{ TRUSTED_PROXIES: 'banana' }, 'TRUSTED_PROXIES must list'],
  [{ UPSTREAM_URL: 'nonsense' }, 'UPSTREAM_URL must be'],
  [{ TOKENS: '' }, 'TOKENS must name'],
])('a start with %j ends with one line of JSON that says why', async (env, message) => {
  const edge = await startEdge({ ...upstream, ...env })
  await expect.poll(() => edge.log()).toContain('\n')
  await edge.stop()
  const lines = edge.log().trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, msg: expect.stringContaining(message) })
})
