import cluster from 'node:cluster'
import { endOnUncaught, endWith, stopOnSignals } from '@flagstaff/delivery'
import { pino } from 'pino'
import { openEdge } from './edge.ts'
import { readSettings, type Settings } from './settings.ts'

const MOST_STOP_SECONDS = 20
endOnUncaught()
const settings = readOrEnd()
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
  const edge = await openEdge(settings, log).catch(endWith)
  stopOnSignals({
    delaySeconds: () => settings.shutdownDelaySeconds,
    mostSeconds: MOST_STOP_SECONDS,
    ...edge,
  })
}

function readOrEnd(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    return endWith(error)
  }
}
