import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { now } from '../delivery/clock.ts'
import { type Fault, faultsOf } from './faults.ts'
import { openHistory, type Stored } from './history.ts'
import {
  backendToken,
  type CrowdPlan,
  ENVIRONMENTS,
  type Phase,
  pause,
  REGIONS,
  type Region,
  type Seen,
  type Verdict,
} from './plan.ts'
import { openReaders, type Readers } from './readers.ts'
import { OWN_BUILD, openFleet } from './regions.ts'
import { seed } from './seed.ts'
import { stateOf } from './state.ts'
import { postgresUsage, type Usage } from './usage.ts'
import { startWriter, type Toggle } from './writer.ts'

const POLL_SECONDS = 15
const REPORT_SECONDS = 30
const QUIET_SECONDS = 10
/** What follows a fault still belongs to it. */
const AFTER_SECONDS = 10

export type Options = { sdks: number; minutes: number; from: string | undefined }
export type Result = {
  options: Options
  /** Milliseconds since 1970. */
  start: number
  seconds: number
  phases: Phase[]
  regions: { region: Region; seen: Seen; verdict: Verdict }[]
  changes: number
  retried: number
  lost: Toggle[]
  counts: Stored[]
  /** Flags for which the judge says something else than the tables. */
  misjudged: string[]
  usage: Usage[]
  load: { before: number; after: number }
}

const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`)

export async function runFleet(options: Options): Promise<Result> {
  const before = loadavg()[0] ?? 0
  const fleet = await openFleet()
  const readers: Readers[] = []
  const history = await openHistory(fleet.postgres.url)
  try {
    await fleet.start(options.from ? resolve(options.from) : OWN_BUILD)
    await seed(fleet.servers[0]?.url ?? '')
    for (const region of REGIONS)
      readers.push(await openReaders(planOf(region, fleet.urls[region], options.sdks)))
    say(`${readers.reduce((sum, { count }) => sum + count, 0)} SDKs are connected`)
    const above = await history.revision()
    const start = now()
    const writer = startWriter(fleet.servers.map(({ url }) => url))
    const phases = await meet(faultsOf(fleet), options.minutes)
    await writer.stop()
    say('changes have ended')
    const counts: Stored[] = []
    for (const { order } of readers) counts.push(...(await history.stored(await order('stopReports', null))))
    // Everyone polls once more.
    await pause((QUIET_SECONDS + POLL_SECONDS) * 1000)
    const usage = [...fleet.usage(), postgresUsage(await history.pid()), ...readers.map((one) => one.usage())]
    const seconds = (now() - start) / 1000
    const judge = await fleet.startJudge()
    const misjudged = await compareJudge(judge.url, history)
    const { changes, lost } = await history.match(writer.done, above)
    const regions: Result['regions'] = []
    for (const { region, order } of readers) {
      const verdict = await order('judge', { url: judge.url })
      const seen = await order('seen', { changes, phases })
      for (const { byAddress } of seen.phases) for (const one of byAddress) one.name = fleet.nameOf(one.name)
      regions.push({ region, verdict, seen })
    }
    return {
      options,
      start,
      seconds,
      phases,
      regions,
      changes: writer.done.length,
      retried: writer.failed,
      lost,
      counts,
      misjudged,
      usage,
      load: { before, after: loadavg()[0] ?? 0 },
    }
  } finally {
    for (const one of readers) one.close()
    await history.close()
    await fleet.remove()
  }
}

/** Half of the SDKs poll, a fifth stream, the others are browsers. */
function planOf(region: Region, urls: string[], sdks: number): CrowdPlan {
  const here = Math.round(sdks / REGIONS.length)
  const pollers = Math.round(here * 0.5)
  const streams = Math.round(here * 0.2)
  return {
    region,
    urls,
    pollers,
    streams,
    browsers: here - pollers - streams,
    pollSeconds: POLL_SECONDS,
    reportSeconds: REPORT_SECONDS,
  }
}

/** The faults, with calm before each of them and after the last. */
async function meet(faults: readonly Fault[], minutes: number): Promise<Phase[]> {
  const phases: Phase[] = []
  const calmMs = (minutes * 60_000) / (faults.length + 1)
  const phase = async (name: string, isFault: boolean, run: () => Promise<void>) => {
    say(name)
    const from = now()
    await run()
    phases.push({ name, from, to: now(), isFault })
  }
  for (const fault of faults) {
    await phase('calm', false, () => pause(calmMs))
    await phase(fault.name, true, async () => {
      await fault.run()
      await pause(AFTER_SECONDS * 1000)
    })
  }
  await phase('calm', false, () => pause(calmMs))
  return phases
}

/** The judge is a server too, so it is compared with the tables. */
async function compareJudge(
  url: string,
  history: Awaited<ReturnType<typeof openHistory>>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const environment of ENVIRONMENTS) {
    const answer = await fetch(`${url}/api/client/features`, {
      headers: { authorization: backendToken(environment) },
    })
    const served = stateOf(await answer.text())
    for (const [flag, isOn] of await history.isOn(environment)) {
      const { enabled } = JSON.parse(served.get(flag) ?? '{}') as { enabled?: boolean }
      if (enabled !== isOn) wrong.push(`${environment} ${flag}`)
    }
  }
  return wrong
}
