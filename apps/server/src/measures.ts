import { monitorEventLoopDelay } from 'node:perf_hooks'
import { memoryLimit } from '@flagstaff/delivery'
import type { Delivery } from './delivery/index.ts'
import type { UsageRow } from './insight/usage/index.ts'
import type { FollowerState } from './platform/background/followers.ts'
import type { Database } from './platform/database/database.ts'
import type { WriteProbe } from './platform/database/write-probe.ts'
import type { ObserveDelivery } from './platform/manifest.ts'
import { createChainWatch } from './platform/metrics/chain-watch.ts'
import { addPoolMetrics } from './platform/metrics/database-metrics.ts'
import type { Figures } from './platform/metrics/figures.ts'
import { addInstanceMetrics } from './platform/metrics/instance-metrics.ts'
import { type Head, readHeads } from './platform/metrics/instance-queries.ts'
import type { Telemetry } from './platform/metrics/telemetry.ts'
import type { Settings } from './platform/settings/settings.ts'
import type { WriteTimes } from './platform/write/times.ts'
import type { NewEvent } from './platform/write/write.ts'
import { version } from './version.ts'

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const LONG_SECONDS = [0.01, 0.1, 1, 10, 60, 600]
const ROWS = [1, 10, 100, 1_000, 10_000, 100_000]
const LOOP_WINDOW_MS = 60_000
/** More frequent scrapes do not read the database more often. */
const LEAST_BETWEEN_CHECKS_MS = 5_000

/** What the parts of the server report while they work. */
export function openMeasures(telemetry: Telemetry, settings: Settings, figures: Figures) {
  const writes = telemetry.histogram(
    'flagstaff_write_seconds',
    'Duration of changes: waiting for the counter, compiling documents, committing, and in total.',
    ['part'],
    SECONDS,
  )
  const compiling = telemetry.histogram(
    'map_features_for_client_duration',
    'Seconds to compile the documents of a change.',
    [],
    SECONDS,
  )
  const functions = telemetry.histogram(
    'function_duration_seconds',
    'Duration of functions that run often.',
    ['functionName', 'className'],
    SECONDS,
  )
  const jobs = telemetry.histogram('scheduler_duration_seconds', 'Duration of jobs.', ['jobId'], LONG_SECONDS)
  const failures = telemetry.counter('flagstaff_job_failures_total', 'Failed runs of jobs.', ['queue'])
  const batches = telemetry.histogram(
    'flagstaff_usage_batch_rows',
    'Rows in each committed batch of usage metrics.',
    [],
    ROWS,
  )
  const deliveries = telemetry.counter(
    'flagstaff_deliveries_total',
    'Deliveries of events to integrations.',
    ['provider', 'result'],
  )
  const deliveryLag = telemetry.histogram(
    'flagstaff_delivery_lag_seconds',
    'Time from an event to its delivery to an integration.',
    ['provider'],
    LONG_SECONDS,
  )
  for (const result of ['success', 'failed']) deliveries.add(['webhook', result], 0)
  deliveryLag.expect(['webhook'])
  const perFlag = settings.metricsPerFlag ? openFlagCounters(telemetry, figures) : undefined
  return {
    write({ wait, compile, commit, total }: WriteTimes, events: readonly NewEvent[]) {
      for (const [part, ms] of Object.entries({ wait, compile, commit, total }))
        writes.observe([part], ms / 1_000)
      compiling.observe([], compile / 1_000)
      perFlag?.changed(events)
    },
    delivery: ({ provider, result, lagSeconds }: Parameters<ObserveDelivery>[0]) => {
      deliveries.add([provider, result])
      if (result !== 'failed') deliveryLag.observe([provider], lagSeconds)
    },
    catchUp: (ms: number) => functions.observe(['catchUp', 'delivery'], ms / 1_000),
    expectJobs(names: readonly string[]) {
      for (const name of names) {
        jobs.expect([name])
        failures.add([name], 0)
      }
    },
    job(name: string, ms: number, succeeded: boolean) {
      jobs.observe([name], ms / 1_000)
      failures.add([name], succeeded ? 0 : 1)
    },
    usage(rows: readonly UsageRow[]) {
      batches.observe([], rows.length)
      perFlag?.used(rows)
    },
  }
}

/** Only with METRICS_PER_FLAG: one series per flag would make a scrape of a large installation slow. */
function openFlagCounters(telemetry: Telemetry, figures: Figures) {
  const updates = telemetry.counter('feature_toggle_update_total', 'Changes of flags.', [
    'toggle',
    'project',
    'environment',
    'environmentType',
    'action',
  ])
  const uses = telemetry.counter('feature_toggle_usage_total', 'Evaluations of flags.', [
    'toggle',
    'active',
    'appName',
  ])
  const typeOf = (environment: string) =>
    figures.instance()?.environments.find(({ name }) => name === environment)?.type ?? 'n/a'
  return {
    changed(events: readonly NewEvent[]) {
      for (const { flag, project, environment, type } of events) {
        if (!flag) continue
        const where = environment ?? 'n/a'
        updates.add([flag, project ?? '', where, environment ? typeOf(environment) : 'n/a', type])
      }
    },
    used(rows: readonly UsageRow[]) {
      for (const { flag, app, variant, yes, no } of rows) {
        if (variant !== '') continue
        uses.add([flag, 'true', app], yes)
        uses.add([flag, 'false', app], no)
      }
    },
  }
}

type Parts = {
  settings: Settings
  database: Database
  delivery: Delivery
  figures: Figures
  writes: WriteProbe
  followers: () => readonly FollowerState[]
}

/** What is read from memory on each scrape, and the figures of the installation. */
export function addGauges(
  telemetry: Telemetry,
  { settings, database, delivery, figures, writes, followers }: Parts,
) {
  const { store } = delivery
  const environments = () => figures.instance()?.environments ?? []
  const chain = createChainWatch(database.read)
  let heads: Head[] = []
  let nextCheckAt = 0
  const check = async () => {
    if (performance.now() < nextCheckAt) return
    nextCheckAt = performance.now() + LEAST_BETWEEN_CHECKS_MS
    heads = await readHeads(database.read)
    await chain.check()
  }
  telemetry.before(figures.refresh)
  telemetry.before(check)
  addInstanceMetrics(telemetry, { figures: figures.instance, settings, version })
  addPoolMetrics(telemetry, database)
  addEventLoopDelay(telemetry)

  telemetry.gauge('flagstaff_memory_limit_bytes', 'Memory that this process can use.', memoryLimit)
  telemetry.gauge('flagstaff_revision', 'Newest revision that is served.', () => store.revision)
  telemetry.gauge(
    'flagstaff_store_age_seconds',
    'Time since the served flags were last known to be current.',
    () => (store.syncedAt > 0 ? (Date.now() - store.syncedAt) / 1_000 : undefined),
  )
  telemetry.gauge('flagstaff_database_up', 'Whether the database has answered in the last seconds.', () =>
    Number(delivery.isDatabaseUp()),
  )
  telemetry.gauge('flagstaff_database_writable', 'Whether the database accepts changes.', () =>
    Number(delivery.isDatabaseUp() && writes.state().accepted),
  )
  telemetry.gauges(
    'flagstaff_store_lag_revisions',
    'Revisions of an environment that were committed and are not served yet.',
    () =>
      heads.map(({ environment, revision }) => [
        { environment },
        Math.max(0, revision - store.head(environment, '*').revision),
      ]),
  )
  for (const name of ['environment_revision_id', 'delta_environment_revision_id'])
    telemetry.gauges(name, 'Newest revision of an environment that is served.', () =>
      environments().map((one) => [{ environment: one.name }, store.head(one.name, '*').revision]),
    )
  telemetry.gauges('flagstaff_streams', 'Open streams.', () => {
    const open = delivery.streams()
    return environments().map(({ name }) => [{ environment: name }, open.get(name) ?? 0])
  })
  telemetry.gauges(
    'token_cache_lookup_total',
    'Lookups of API tokens in memory.',
    () => [
      [{ cache: 'api-tokens', result: 'hit' }, store.lookups.hits],
      [{ cache: 'api-tokens', result: 'miss' }, store.lookups.misses],
    ],
    'counter',
  )
  telemetry.gauge(
    'flagstaff_snapshot_age_seconds',
    'Time since the snapshot was last seen to contain the served flags.',
    delivery.snapshotAge,
  )
  telemetry.gauges('flagstaff_jobs', 'Jobs by queue and state.', () =>
    figures.jobs().map(({ queue, state, count }) => [{ queue, state }, count]),
  )
  const perFollower = (name: string, help: string, read: (state: FollowerState) => number) =>
    telemetry.gauges(name, help, () => followers().map((state) => [{ follower: state.name }, read(state)]))
  perFollower(
    'flagstaff_follower_lag_revisions',
    'Events of the log that a follower has not handled yet.',
    ({ lag }) => lag,
  )
  perFollower(
    'flagstaff_follower_lag_seconds',
    'How long the oldest of these events has been waiting.',
    ({ lagSeconds }) => lagSeconds,
  )
  perFollower(
    'flagstaff_follower_failures',
    'Failed attempts of a follower of the event log since the start of this process.',
    ({ failures }) => failures,
  )
  perFollower('flagstaff_follower_failing', 'Whether the last attempt of a follower failed.', ({ failing }) =>
    Number(failing),
  )
  telemetry.gauge(
    'flagstaff_damaged_documents',
    'Published documents that cannot be read; their last good form is served.',
    () => store.quarantine.size,
  )
  telemetry.gauge(
    'flagstaff_comparisons',
    'Comparisons of what is served with the database.',
    () => delivery.canary.state().comparisons,
  )
  telemetry.gauge(
    'flagstaff_comparison_differences',
    'Comparisons that found a difference.',
    () => delivery.canary.state().differences,
  )
  telemetry.gauge('flagstaff_chain_broken', 'Whether the hashes of the newest events do not match.', () =>
    Number(chain.brokenAt() !== undefined),
  )
  telemetry.gauge(
    'flagstaff_chain_revision',
    'Up to which revision the hashes were checked.',
    chain.checkedTo,
  )
}

function addEventLoopDelay(telemetry: Telemetry) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let since = performance.now()
  telemetry.gauges(
    'flagstaff_event_loop_delay_seconds',
    'Delay of the event loop in the last minute.',
    () => {
      const read = [50, 99, 100].map((percent) => [
        { quantile: percent / 100 },
        (percent === 100 ? delay.max : delay.percentile(percent)) / 1e9,
      ]) as [{ quantile: number }, number][]
      if (performance.now() - since > LOOP_WINDOW_MS) {
        delay.reset()
        since = performance.now()
      }
      return read
    },
  )
}
