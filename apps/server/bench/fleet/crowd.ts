/** A process that holds the SDKs of one region, and does what its parent orders. */
import { type Arrivals, createArrivals, summarize } from './arrivals.ts'
import { createAsker } from './ask.ts'
import { judge } from './judge.ts'
import {
  backendToken,
  type CrowdPlan,
  ENVIRONMENTS,
  type Environment,
  frontendToken,
  type Orders,
  pause,
} from './plan.ts'
import { createPoller, type Poller } from './poller.ts'
import { createReporter, type Reporter } from './reporter.ts'
import { createStream, type Stream } from './stream.ts'

type Answers = { [Name in keyof Orders]: (ask: Orders[Name]['ask']) => Promise<Orders[Name]['answer']> }

const arrivals: Arrivals[] = []
const pollers: Poller[] = []
const browsers: Poller[] = []
const streams: Stream[] = []
const reporters: Reporter[] = []
const reporting = new Set<Promise<void>>()
let isReporting = true

/** Repeats a task, beginning at its share of the interval, so that SDKs do not ask all at once. */
function every(seconds: number, share: number, task: () => Promise<void>) {
  let isBusy = false
  const run = () => {
    if (isBusy) return
    isBusy = true
    void task().finally(() => {
      isBusy = false
    })
  }
  setTimeout(() => setInterval(run, seconds * 1000), seconds * share * 1000)
}

function arrivalsAt(environment: Environment, url: string): Arrivals {
  const known = arrivals.find((one) => one.environment === environment && one.url === url)
  if (known) return known
  const made = createArrivals(environment, url)
  arrivals.push(made)
  return made
}

async function open(plan: CrowdPlan): Promise<number> {
  const crowd = (kind: string, count: number, path: string, make: (sdk: Sdk) => string) => {
    const reporter = createReporter(`fleet-${plan.region}-${kind}`, path)
    reporters.push(reporter)
    for (let index = 0; index < count; index++) {
      const environment = ENVIRONMENTS[index % ENVIRONMENTS.length] as Environment
      const first = Math.floor(index / ENVIRONMENTS.length) % plan.urls.length
      const urls = [...plan.urls.slice(first), ...plan.urls.slice(0, first)]
      const asker = createAsker(urls)
      const share = index / count
      const token = make({ index, share, environment, urls, asker })
      every(plan.reportSeconds, share, async () => {
        if (!isReporting) return
        const sent = reporter.report(asker, token, index)
        reporting.add(sent)
        await sent.finally(() => reporting.delete(sent))
      })
    }
  }
  const repeat = (poller: Poller, share: number) => {
    void poller.poll()
    every(plan.pollSeconds, share, poller.poll)
    return poller.token
  }
  crowd('pollers', plan.pollers, '/api/client/metrics', ({ environment, share, asker }) => {
    const poller = createPoller(asker, '/api/client/features', backendToken(environment))
    pollers.push(poller)
    return repeat(poller, share)
  })
  crowd('browsers', plan.browsers, '/api/frontend/client/metrics', ({ index, environment, share, asker }) => {
    // Half of the people are named in constraints of the flags.
    const path = `/api/frontend?appName=fleet&userId=${980 + (index % 80)}`
    const browser = createPoller(asker, path, frontendToken(environment))
    browsers.push(browser)
    return repeat(browser, share)
  })
  crowd('streams', plan.streams, '/api/client/metrics', ({ environment, urls }) => {
    const stream = createStream(
      backendToken(environment),
      urls.map((url) => arrivalsAt(environment, url)),
    )
    streams.push(stream)
    return stream.token
  })
  for (const [index, stream] of streams.entries()) {
    stream.connect()
    if (index % 20 === 19) await pause(50)
  }
  while (!streams.every(({ isHydrated }) => isHydrated)) await pause(50)
  return pollers.length + browsers.length + streams.length
}
type Sdk = {
  index: number
  share: number
  environment: Environment
  urls: string[]
  asker: ReturnType<typeof createAsker>
}

const answers: Answers = {
  open,
  async stopReports() {
    isReporting = false
    await Promise.all(reporting)
    return reporters.map(({ counts }) => counts)
  },
  seen: async (ask) => summarize(arrivals, ask),
  judge: ({ url }) => judge(url, { pollers, browsers, streams }),
}

process.on('message', async ({ name, ask }: { name: keyof Orders; ask: never }) => {
  process.send?.({ name, answer: await answers[name](ask) })
})
process.on('disconnect', () => process.exit())
