/** How many clients there are, and what they do. */
export type Load = {
  /** Backend SDKs, in processes. */
  backend: number
  /** Seconds between polls; 0 if they stream. */
  pollSeconds: number
  /** Browsers and apps that are open at the same time. */
  browsers: number
  /** Changes per day that a client sees. */
  changes: number
  /** Kilobytes of flags for one token, compressed. */
  kilobytes: number
}

export type Size = { label: string; value: string }[]

/** Per second and core, with TLS; measured on two cores of a cloud machine, and rounded down. */
const POLLS = 10_000
const EVALUATIONS = 7_000
const REPORTS = 3_000
const STREAMS = 20_000
/** Cores are planned for twice the usual load. */
const SPARE = 2

const REPORT_SECONDS = 60
const BROWSER_SECONDS = 30
const BYTES_304 = 270
const BYTES_DELTA = 600
const MONTH = 30 * 86_400

const rounded = (value: number) =>
  (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('en')

export function sizeFor({ backend, pollSeconds, browsers, changes, kilobytes }: Load): Size {
  const streams = pollSeconds === 0
  const polls = streams ? 0 : backend / pollSeconds
  const evaluations = browsers / BROWSER_SECONDS
  const reports = (backend + browsers) / REPORT_SECONDS
  const cores =
    SPARE *
    (polls / POLLS + evaluations / EVALUATIONS + reports / REPORTS + (streams ? backend / STREAMS : 0))
  const changed = changes * 30 * backend
  const bytes = streams
    ? changed * BYTES_DELTA
    : polls * MONTH * BYTES_304 + Math.min(changed, polls * MONTH) * kilobytes * 1024
  const isSmall = cores <= 2
  return [
    { label: 'polls per second', value: rounded(polls) },
    { label: 'evaluations for browsers per second', value: rounded(evaluations) },
    { label: 'usage reports per second', value: rounded(reports) },
    { label: 'cores for delivery, with as many to spare', value: rounded(Math.max(0.1, cores)) },
    { label: 'sent to backend SDKs per month', value: `${rounded(bytes / 1e9)} GB` },
    {
      label: 'suggested',
      value: isSmall
        ? 'two servers with 2 cores each, one PostgreSQL with 2 cores and 20 GB'
        : `two servers with 2 cores each, ${Math.ceil(cores / 4)} edges with 4 cores each, one PostgreSQL with 4 cores`,
    },
  ]
}
