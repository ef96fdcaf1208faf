/**
 * Milliseconds of a preview with 10,000 sampled contexts, without any, and how much the contexts take in the database.
 * The flag has three rules and a segment. Medians of 15 after a warm-up.
 */
import type pg from 'pg'
import { openSample } from '../src/instance/sample/reservoir.ts'
import { measure, onScratch, token } from './scratch.ts'

const CONTEXTS = 10_000
const IN_FLUSH = 1_000
const HOME = '/api/admin/projects/default'
const COUNTRIES = ['NO', 'SE', 'FI', 'DE']

const seed = async (pool: pg.Pool, tokenDigest: Buffer) => {
  await pool.query(
    `with one as (insert into users (username, root_role) values ('bench', 1) returning id)
     insert into personal_tokens (user_id, description, digest, expires_at)
     select id, 'bench', $1, now() + interval '1 day' from one`,
    [tokenDigest],
  )
}

const share = (percent: number, more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'userId', groupId: 'bench' },
  ...more,
})

await onScratch(
  seed,
  async (app, pool) => {
    const call = async (method: 'POST' | 'PUT', url: string, payload: object = {}) => {
      const { statusCode, body } = await app.http.inject({
        method,
        url,
        payload,
        headers: { authorization: token },
      })
      if (statusCode >= 300) throw new Error(`${method} ${url}: ${statusCode} ${body}`)
      return body
    }
    const segment = { constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }] }
    const { id } = JSON.parse(await call('POST', '/api/admin/segments', { name: 'nordic', ...segment }))
    await call('POST', `${HOME}/features`, { name: 'bench' })
    const at = `${HOME}/features/bench/environments/development`
    const pro = { constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] }
    for (const rule of [share(10), share(30, pro)]) await call('POST', `${at}/strategies`, rule)
    const rule = JSON.parse(await call('POST', `${at}/strategies`, share(20, { segments: [id] })))
    await call('POST', `${at}/on`)
    const payload = { id: rule.id, ...share(60, { segments: [id] }) }
    const preview = () =>
      call('POST', `${HOME}/environments/development/change-requests/preview`, {
        action: 'updateStrategy',
        feature: 'bench',
        payload,
      })
    const without = await measure(15, preview)
    await call('PUT', '/api/admin/evaluation-sample', {
      enabled: true,
      share: 1,
      properties: ['userId', 'country', 'plan'],
    })
    const sample = openSample(app.handles.note, app.handles.settings)
    for (let first = 0; first < CONTEXTS; first += IN_FLUSH) {
      await sample.refresh(first)
      for (let index = first; index < first + IN_FLUSH; index++)
        sample.offer(
          { environment: 'development', projects: ['*'] },
          {
            appName: 'web',
            userId: `user-${index}`,
            properties: { country: COUNTRIES[index % 4] ?? '', plan: index % 3 ? 'free' : 'pro' },
          },
        )
      await sample.flush()
    }
    const within = await measure(15, preview)
    const { radius } = JSON.parse(within.body)
    const { rows } = await pool.query(`select pg_total_relation_size('sample_batches') as bytes`)
    console.log(`preview without contexts: ${without.median.toFixed(1)} ms`)
    console.log(
      `preview with ${radius.contexts} contexts: ${within.median.toFixed(1)} ms, ${radius.changed} of them change`,
    )
    console.log(`they take ${(Number(rows[0].bytes) / 1e6).toFixed(2)} MB`)
  },
  { ENCRYPTION_KEY: 'only for the bench' },
)
