import type { AccessReport, AccessReportQuery, AccessRow } from '@flagstaff/contract/access-report'
import { MOST_REPORT_ROWS } from '@flagstaff/contract/access-report'
import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { namesIn } from '../../platform/http/list.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import { countAccessEvents, findFirst, findState, listAccounts, readState } from './queries.ts'
import { type BareRow, type ReportFilter, reportOf, TooManyRows } from './report.ts'
import type { AccessState } from './state.ts'

const DAY = 86_400_000
const USUAL_ROWS = 1000

/** The report with all rows; `limit` and `offset` choose a page. */
export async function readReport(
  db: Reader,
  viewer: Viewer,
  { at, project, environment, limit, offset = 0 }: AccessReportQuery,
): Promise<AccessReport> {
  const moment = at === undefined ? undefined : timeOf(at)
  const [{ state, ...about }, knownSince] = await Promise.all([known(db, moment), findFirst(db)])
  const rows = limited(state, {
    projects: namesIn(project),
    environments: namesIn(environment),
    at: new Date(about.at),
    sees: (id) => sees(viewer, id),
  })
  return {
    ...about,
    knownSince: knownSince?.toISOString() ?? null,
    total: rows.length,
    rows: await withNames(db, rows.slice(offset, offset + (limit ?? USUAL_ROWS))),
  }
}

type Known = Pick<AccessReport, 'at' | 'source' | 'knownAt' | 'exact' | 'laterChanges'> & {
  state: AccessState
}

async function known(db: Reader, asked: Date | undefined): Promise<Known> {
  const now = new Date()
  if (!asked || asked >= now) {
    const { state, at: read } = await readState(db)
    const at = read.toISOString()
    return { state, at, source: 'current', knownAt: at, exact: true, laterChanges: 0 }
  }
  const found = await findState(db, asked)
  if (!found) {
    const first = await findFirst(db)
    throw invalid(
      first
        ? `Access is stored since ${first.toISOString()}. Choose a later time.`
        : 'No access is stored yet. Ask for the current access, or try again in an hour.',
      'at',
    )
  }
  const verified = found.checkedAt < asked ? found.checkedAt : asked
  const laterChanges = await countAccessEvents(db, verified, asked)
  return {
    state: found.state,
    at: asked.toISOString(),
    source: 'stored',
    knownAt: verified.toISOString(),
    exact: laterChanges === 0,
    laterChanges,
  }
}

/** A day means its end. Years have four digits, since the database refuses others. */
function timeOf(text: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const time = /^\d{4}-\d{2}-\d{2}($|T)/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time) || time < Date.parse('2000-01-01') || time > Date.parse('9000-01-01'))
    throw invalid('It must be a day such as 2026-03-29, or a time in ISO 8601.', 'at')
  return new Date(isDay ? time + DAY : time)
}

function limited(state: AccessState, filter: ReportFilter): BareRow[] {
  try {
    return reportOf(state, filter)
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    throw invalid(
      `The report would have more than ${MOST_REPORT_ROWS} rows. Choose fewer projects.`,
      'project',
    )
  }
}

/** Accounts that were deleted since keep their names here, unless the name was erased. */
async function withNames(db: Reader, rows: readonly BareRow[]): Promise<AccessRow[]> {
  const ids = [...new Set(rows.flatMap(({ id }) => id ?? []))]
  const accounts = new Map((await listAccounts(db, ids)).map((account) => [account.id, account]))
  return rows.map(({ token, ...row }) => {
    const account = row.id === null ? undefined : accounts.get(row.id)
    const name = token ?? account?.name ?? account?.login ?? `#${row.id}`
    return { ...row, name, login: account?.login ?? null }
  })
}
