import type pg from 'pg'
import { measure, onScratch, token } from './scratch.ts'
import { measurePosts } from './usage-posts.ts'

// What screens ask about usage, over HTTP, on a scratch database with 10,000 flags that an application has asked for in
// every one of the last 48 hours, in two environments. Medians of 30 after a warm-up; fails where one passes what is
// promised. Then how many posts of 20 flags are taken in a second. `pnpm bench usage --posts` measures only these.

const ONLY_POSTS = process.argv.includes('--posts')
const FLAGS = ONLY_POSTS ? 350 : 10_000
const ROUNDS = 30
const SECRET = '*:development.bench'

const names = (count: number) => Array.from({ length: count }, (_, index) => `flag-${index * 90}`)
const questions: [title: string, promisedMs: number, url: string, payload?: object][] = [
  ['small charts of 50 flags, 24 hours', 20, '/usage/sparklines', { features: names(50) }],
  ['small charts of 50 flags, 48 hours', 20, '/usage/sparklines', { features: names(50), hours: 48 }],
  [
    'small charts of 50 flags, one environment',
    20,
    '/usage/sparklines',
    { features: names(50), environment: 'production' },
  ],
  ['small charts of 100 flags, 48 hours', 40, '/usage/sparklines', { features: names(100), hours: 48 }],
  ['last hour of one flag', 10, '/client-metrics/features/flag-77'],
  ['48 hours of one flag', 10, '/client-metrics/features/flag-77/raw?hoursBack=48'],
  ['a year of one flag', 20, '/client-metrics/features/flag-77/raw?hoursBack=8760'],
  ['list of applications', 20, '/metrics/applications'],
  ['overview of an application with 10,000 flags', 500, '/metrics/applications/shop/overview'],
]

type App = Parameters<Parameters<typeof onScratch>[1]>[0]

await onScratch(seed, async (app) => {
  if (!ONLY_POSTS) await measureQuestions(app)
  await measurePosts(app, SECRET)
})

async function measureQuestions(app: App): Promise<void> {
  let slow = 0
  console.log('median ms  slowest  promised  question')
  for (const [title, promised, url, payload] of questions) {
    const { median, slowest } = await measure(ROUNDS, async () => {
      const { statusCode, body } = await app.http.inject({
        method: payload ? 'POST' : 'GET',
        url: `/api/admin${url}`,
        headers: { authorization: token, ...(payload && { 'content-type': 'application/json' }) },
        ...(payload && { payload: JSON.stringify(payload) }),
      })
      if (statusCode !== 200) throw new Error(`${title}: ${statusCode} ${body}`)
      return body
    })
    if (median > promised) slow += 1
    const cells = [
      median.toFixed(1).padStart(9),
      slowest.toFixed(1).padStart(7),
      String(promised).padStart(8),
    ]
    console.log(`${cells.join('  ')}  ${title}`)
  }
  console.log(slow > 0 ? `${slow} are slower than promised` : 'all within what is promised')
  if (slow > 0) process.exitCode = 1
}

async function seed(pool: pg.Pool, tokenDigest: Buffer): Promise<void> {
  await pool.query(`
    select prepare_usage_days(3);
    insert into users (username, root_role) values ('bench', 1);
    insert into flags (name, project, type, created_by_id, created_by_name)
      select 'flag-' || n, 'default', 'release', 1, 'bench' from generate_series(0, ${FLAGS - 1}) n;
    insert into flag_environments (flag, environment, last_seen_at)
      select f.name, e.name, now() from flags f, environments e;
    insert into applications (name) values ('shop');
    insert into application_uses (app, project, environment) values ('shop', '*', 'development');
    insert into usage_hours (hour, environment, app, flag, variant, writer, yes, no)
      select date_trunc('hour', now()) - h * interval '1 hour', e.name, 'shop', 'flag-' || n, '', 1, n % 97, h
      from generate_series(0, 47) h, environments e, generate_series(0, ${FLAGS - 1}) n;
    insert into usage_days (day, environment, app, flag, variant, yes, no)
      select current_date - d, e.name, 'shop', 'flag-77', '', d, d from generate_series(3, 364) d, environments e;
    insert into published (kind, environment, name, from_revision, format, doc, meta)
      values ('token', 'development', encode(sha256('${SECRET}'), 'hex'), 0, 1,
        '{"type": "backend", "environment": "development", "projects": ["*"], "name": "bench", "expiresAt": null}', '{}');
    insert into published (kind, environment, name, project, from_revision, format, doc, meta)
      select 'flag', '*', name, 'default', 0, 1, json_build_object('name', name, 'type', 'release', 'project', 'default',
        'stale', false, 'description', null, 'impressionData', false, 'enabled', false, 'strategies', json_build_array(),
        'variants', json_build_array(), 'dependencies', json_build_array()), '{"tags": [], "rules": []}' from flags;`)
  await pool.query(
    `insert into personal_tokens (user_id, description, digest, expires_at)
     values (1, 'bench', $1, now() + interval '1 day')`,
    [tokenDigest],
  )
  await pool.query('vacuum analyze')
}
