import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEdge } from './process.ts'

const TOKEN = '*:production.secret'
const folder = await mkdtemp(join(tmpdir(), 'stopping-edge-'))
const file = join(folder, 'flags.json')
await writeFile(file, JSON.stringify({ version: 2, features: [], segments: [] }))
afterAll(() => rm(folder, { recursive: true }))

test.each([1, 2])(
  'after SIGTERM an edge with %i workers is not ready, and serves for a while',
  async (workers) => {
    const edge = await startEdge({
      FLAGS_FILE: file,
      FILE_BACKEND_TOKENS: TOKEN,
      SHUTDOWN_DELAY_SECONDS: '600',
      WORKERS: String(workers),
    })
    await edge.ready()
    process.kill(edge.pid, 'SIGTERM')
    await expect.poll(() => edge.get('/internal-backstage/ready', '').then(({ status }) => status)).toBe(503)
    const features = await edge.get('/api/client/features', TOKEN)
    expect([features.status, features.headers.get('connection')]).toEqual([200, 'close'])
    process.kill(edge.pid, 'SIGINT')
    await edge.stop()
  },
)
