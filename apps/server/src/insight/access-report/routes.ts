import type { AccessReport, AccessRow } from '@flagstaff/contract/access-report'
import { MOST_REPORT_ROWS } from '@flagstaff/contract/access-report'
import { accessReportOperations } from '@flagstaff/contract/operations/access-report'
import { toCsv } from '../../platform/http/csv.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { readReport } from './read.ts'

export async function accessReportRoutes(app: App) {
  const serve = routesOf(app, accessReportOperations)
  serve('GET /api/admin/access-report', (request) =>
    readReport(app.read, request.signedIn().viewer, request.query),
  )

  serve('GET /api/admin/access-report.csv', async (request, reply) => {
    const query = { ...request.query, limit: MOST_REPORT_ROWS }
    const report = await readReport(app.read, request.signedIn().viewer, query)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="access-${report.at.slice(0, 10)}.csv"`)
      .send(
        toCsv(
          columns,
          report.rows.map((row) => toLine(report, row)),
        ),
      )
  })
}

const columns = [
  'verifiedAt',
  'exact',
  'kind',
  'name',
  'login',
  'project',
  'environment',
  'reviewed',
  'change',
  'approve',
  'apply',
  'skip',
  'unprotect',
  'permissions',
  'through',
] as const

const toLine = ({ knownAt, exact }: AccessReport, { permissions, through, ...row }: AccessRow) => ({
  ...row,
  verifiedAt: knownAt,
  exact,
  permissions: permissions.join(' '),
  through: through
    .map(({ role, group }) => (group === null ? role : `${role} through group ${group}`))
    .join('; '),
})
