import { statisticsOperations } from '@flagstaff/contract/operations/statistics'
import type { InstanceStatistics } from '@flagstaff/contract/statistics'
import { waysIn } from '../../people/sso/index.ts'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { version } from '../../version.ts'
import { countInstance } from './queries.ts'
import { flatten, toStatistics } from './rules.ts'

/** Counting reads whole tables. */
const LONGEST_MS = 15_000
const KEPT_MS = 60_000

export async function statisticsRoutes(app: App) {
  const serve = routesOf(app, statisticsOperations)
  const statistics = keepFor(KEPT_MS, () => withLargeBudget(LONGEST_MS, () => countAll(app)))

  serve('GET /api/admin/instance-admin/statistics', () => statistics())

  serve('GET /api/admin/instance-admin/statistics/csv', async (_request, reply) => {
    const row = flatten(await statistics())
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="statistics.csv"')
      .send(toCsv(Object.keys(row), [row]))
  })
}

async function countAll(app: App): Promise<InstanceStatistics> {
  const [counts, { options, passwordHidden }] = await Promise.all([countInstance(app.read), waysIn(app)])
  const has = (wanted: string) => options.some(({ type }) => type === wanted)
  return toStatistics(counts, {
    timestamp: new Date().toISOString(),
    versionOSS: version,
    SAMLenabled: has('saml'),
    OIDCenabled: has('oidc'),
    passwordAuthEnabled: !passwordHidden,
  })
}

/** Returns the same result for a time. A failure is not kept. */
function keepFor<T>(milliseconds: number, work: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; result: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (kept && now - kept.at < milliseconds) return kept.result
    const result = work()
    const attempt = { at: now, result }
    kept = attempt
    result.catch(() => {
      if (kept === attempt) kept = undefined
    })
    return result
  }
}
