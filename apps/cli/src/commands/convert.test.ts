import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { openOutput } from '../output.ts'
import { type ConvertOptions, convert } from './convert.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagstaff-convert-'))
afterAll(() => rmSync(folder, { recursive: true }))
const out = join(folder, 'flags')
const exported = join(folder, 'export.json')

function run(document: unknown, options: Partial<ConvertOptions> = {}, product = 'flagsmith') {
  writeFileSync(exported, JSON.stringify(document))
  const output = openOutput({ json: false }, { stdout: new PassThrough(), stderr: new PassThrough() })
  return convert({ options: { out, env: 'production', ...options }, output }, product, exported)
}
const environment = (enabled: boolean) => ({
  feature_states: [{ feature: { id: 1, name: 'cart' }, enabled }],
})

test('environments of Flagsmith are added to the same files', async () => {
  await run(environment(true))
  await expect(run(environment(false), { env: 'staging' })).rejects.toThrow('exists already')
  await run(environment(false), { env: 'staging', add: true })
  expect(readFileSync(join(out, 'cart.yaml'), 'utf8')).toBe(`flag: cart
type: release
environments:
  production:
    enabled: true
    rules:
      - rollout: 100
  staging:
    enabled: false
`)
})

test('something else than an export is refused with a reason', async () => {
  await expect(run({})).rejects.toThrow('This is not an export of flagsmith')
  await expect(run({}, {}, 'launchdarkly')).rejects.toThrow('This is not an export of launchdarkly')
})
