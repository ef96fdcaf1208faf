import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Outside, WorkHandles } from '../../../platform/manifest.ts'
import { listListening } from '../sets/queries.ts'
import { advance } from './advance.ts'
import { matches } from './match.ts'
import { claimSignal, hasWork, listNext, startRuns } from './queries.ts'

/** A little less than the second between two calls of `onNews`. */
const LOOK_MS = 900

/** Starts runs for new signals and takes their steps. All processes do; rows decide who does what. */
export function openActions(handles: WorkHandles, logger: Logger): Outside {
  let lookedAt = 0
  let stopping = false
  let working: Promise<void> | undefined

  async function work() {
    if (!(await hasWork(handles.read))) return
    while (!stopping && (await startNext(handles)));
    const failed = new Set<number>()
    for (;;) {
      const runs = (await listNext(handles.read)).filter(({ id }) => !failed.has(id))
      if (stopping || runs.length === 0) return
      for (const run of runs) {
        // One that waits must not keep those of other projects.
        failed.add(run.id)
        await advance(handles, run, logger).catch((error: unknown) =>
          logger.warn({ err: error, run: run.id }, 'an action waits and will be repeated'),
        )
      }
    }
  }

  return {
    async onNews() {
      if (stopping || Date.now() - lookedAt < LOOK_MS) return
      lookedAt = Date.now()
      working = work()
      await working
    },
    /** Finishes the step that is being taken. */
    async stop() {
      stopping = true
      await working?.catch(() => {})
    },
  }
}

/** Starts the runs of the oldest new signal. Returns false if there is no new signal. */
const startNext = ({ read, note }: WorkHandles): Promise<boolean> =>
  note(async (db) => {
    const signal = await claimSignal(db)
    if (!signal) return false
    const sets = await listListening(read, signal.sourceId)
    const matching: typeof sets = []
    for (const set of sets) {
      if (matches(set.match.payload, signal.payload)) matching.push(set)
      await setImmediate()
    }
    await startRuns(db, signal, matching)
    return true
  })
