/**
 * Milliseconds of one question to the playground over HTTP, on a scratch database with a history of 1,000,000
 * documents: 2,000 flags in two environments, each changed 250 times. Medians of 15 after a warm-up. Fails where a
 * median passes what is promised for it, and where a plan reads the table from one end to the other.
 */
import type pg from 'pg'
import { measure, onScratch, token } from './scratch.ts'

const ROUNDS = 15
const DOCUMENTS = 1_000_000
const FLAGS = 2_000
const middle = DOCUMENTS / 2
const some = Array.from({ length: 50 }, (_, index) => `flag-${String(index * 40).padStart(5, '0')}`)

const questions: [title: string, promisedMs: number, question: object][] = [
  ['one flag, now', 40, { features: ['flag-00007'] }],
  ['one flag, long ago', 40, { features: ['flag-00007'], atRevision: 5_000, compare: false }],
  ['one flag, and all that changed it since', 150, { features: ['flag-00007'], atRevision: 5_000 }],
  ['one flag, as of a time', 40, { features: ['flag-00007'], at: '2025-06-01T12:00:00Z', compare: false }],
  ['50 flags, in the middle', 60, { features: some, atRevision: middle, compare: false }],
  ['50 flags, just before, with what changed', 100, { features: some, atRevision: DOCUMENTS - 2_000 }],
  ['all 2,000 flags, now', 500, {}],
  ['all 2,000 flags, in the middle', 500, { atRevision: middle, compare: false }],
  ['all 2,000 flags, in the middle, compared', 1_000, { atRevision: middle }],
]

await onScratch(seed, async (app, pool) => {
  const scans = async () =>
    Number(
      (await pool.query(`select seq_tup_read from pg_stat_user_tables where relname = 'published'`)).rows[0]
        ?.seq_tup_read,
    )
  const before = await scans()
  let slow = 0
  console.log('median ms  slowest  promised  flags  changes  question')
  for (const [title, promised, question] of questions) {
    const { median, slowest, body } = await measure(ROUNDS, async () => {
      const { statusCode, body } = await app.http.inject({
        method: 'POST',
        url: '/api/admin/playground',
        headers: { authorization: token, 'content-type': 'application/json' },
        payload: JSON.stringify({
          environment: 'production',
          context: { appName: 'bench', userId: '0' },
          ...question,
        }),
      })
      if (statusCode !== 200) throw new Error(`${title}: ${statusCode} ${body}`)
      return body
    })
    if (median > promised) slow += 1
    const { features, changes = [] } = JSON.parse(body) as { features: unknown[]; changes?: unknown[] }
    const cells = [
      median.toFixed(1).padStart(9),
      slowest.toFixed(1).padStart(7),
      String(promised).padStart(8),
    ]
    const counts = [String(features.length).padStart(5), String(changes.length).padStart(7)]
    console.log(`${[...cells, ...counts].join('  ')}  ${title}`)
  }
  const read = (await scans()) - before
  console.log(`${read} documents were read without an index`)
  console.log(slow > 0 ? `${slow} are slower than promised` : 'all within what is promised')
  if (slow > 0 || read > 0) process.exitCode = 1
})

/** One event and one document a revision: flag after flag in development, then in production, and again. */
async function seed(pool: pg.Pool, tokenDigest: Buffer): Promise<void> {
  const flag = (n: string) => `'flag-' || lpad((${n} % ${FLAGS})::text, 5, '0')`
  const document = (enabled: string, rules: string, named: string) => `json_build_object('name', ${named},
    'type', 'release', 'project', 'default', 'stale', false, 'description', null, 'impressionData', false,
    'enabled', ${enabled}, 'strategies', ${rules}, 'variants', json_build_array(), 'dependencies', json_build_array())`
  const rule = `json_build_array(json_build_object('name', 'flexibleRollout', 'segments', json_build_array(1 + n % 100),
    'variants', json_build_array(), 'constraints', json_build_array(json_build_object('contextName', 'country',
    'operator', 'NOT_IN', 'values', json_build_array('NO', 'SE'), 'inverted', false, 'caseInsensitive', false)),
    'parameters', json_build_object('rollout', (n / ${2 * FLAGS} % 101)::text, 'stickiness', 'userId', 'groupId', 'g')))`
  await pool.query(`
    insert into users (username, root_role) values ('bench', 1);
    insert into segments (name, constraints, created_by) select 'segment-' || n, '[]', 'bench' from generate_series(1, 100) n;
    insert into published (kind, environment, name, project, from_revision, format, doc, meta)
      select 'segment', environment, n::text, null, 0, 1,
        json_build_object('id', n, 'name', 'segment-' || n, 'constraints', json_build_array()), '{}'
      from generate_series(1, 100) n, unnest(array['development', 'production']) environment;
    insert into published (kind, environment, name, project, from_revision, format, doc, meta)
      select 'flag', '*', ${flag('n')}, 'default', 0, 1, ${document('false', 'json_build_array()', flag('n'))},
        '{"tags": [], "rules": []}' from generate_series(0, ${FLAGS - 1}) n;
    insert into published (kind, environment, name, project, from_revision, until_revision, format, doc, meta)
      select 'flag', (array['development', 'production'])[1 + n / ${FLAGS} % 2], ${flag('n')}, 'default', n + 1,
        case when n + ${2 * FLAGS} < ${DOCUMENTS} then n + 1 + ${2 * FLAGS} end, 1,
        ${document('n % 7 > 0', rule, flag('n'))},
        json_build_object('tags', json_build_array(), 'rules', json_build_array(
          json_build_object('id', md5(${flag('n')}), 'title', null)))
      from generate_series(0, ${DOCUMENTS - 1}) n;
    insert into events (revision, type, created_at, actor_type, actor_id, actor_name, project, environment, flag, tags,
        data, digest, hash)
      select n + 1, 'feature-strategy-update', timestamptz '2025-01-01' + n * interval '31 seconds', 'user', 1, 'bench',
        'default', (array['development', 'production'])[1 + n / ${FLAGS} % 2], ${flag('n')}, '[]', '{}', '', ''
      from generate_series(0, ${DOCUMENTS - 1}) n;
    update counter set revision = ${DOCUMENTS};`)
  await pool.query(
    `insert into personal_tokens (user_id, description, digest, expires_at)
     values (1, 'bench', $1, now() + interval '1 day')`,
    [tokenDigest],
  )
  await pool.query('vacuum analyze')
}
