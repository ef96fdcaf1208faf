import cluster from 'node:cluster'
import { pino } from 'pino'
import { openEdge } from './edge.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const log = pino({ level: settings.logLevel })

if (cluster.isPrimary && settings.workers > 1) {
  const fork = (number: number) => {
    const worker = cluster.fork({
      FLAGSTAFF_WORKER: String(number),
      FLAGSTAFF_INSTANCE_ID: `${settings.instanceId}-${number}`,
    })
    worker.once('exit', () => {
      if (!stopping) fork(number)
    })
  }
  let stopping = false
  for (let number = 1; number <= settings.workers; number++) fork(number)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    })
  }
} else {
  const edge = await openEdge(settings, log)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), 20_000).unref()
      void edge.stop().then(() => process.exit(0))
    })
  }
}
