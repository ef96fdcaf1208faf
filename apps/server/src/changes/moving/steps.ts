import { ApiError, NoAnswer } from '@flagstaff/client/connect'
import type { Move, StartMoveImport } from '@flagstaff/contract/moving'
import {
  importAll,
  makePlan,
  openComparison,
  openFollower,
  type Progress,
  readInventory,
  type Sides,
  SourceError,
} from '@flagstaff/moving'
import { withFreshBudget, withoutBudget } from '../../platform/database/deadline.ts'
import type { App } from '../../platform/http/server.ts'
import { comparisonAnswer, planAnswer } from './answers.ts'
import { patchMove } from './queries.ts'

const BEAT_MS = 5_000
const FOLLOW_MS = 5_000
const MOST_LISTED = 1_000

export type Step = {
  app: App
  sides: Sides
  edition: number
  /** Ends the step when the server stops. */
  signal: AbortSignal
}
type Patch = (patch: Partial<Move>) => Promise<boolean>

/** Works in the background and writes what it reaches, so that every process can show it. */
export function runStep(step: Step, work: (patch: Patch) => Promise<Partial<Move>>): Promise<void> {
  const patch: Patch = (change) =>
    withFreshBudget(() => step.app.note((db) => patchMove(db, change, step.edition)))
  // The step takes longer than the request that started it.
  return withoutBudget(async () => {
    const beat = setInterval(() => void patch({}).catch(() => {}), BEAT_MS)
    try {
      await patch(await work(patch))
    } catch (error) {
      if (!isExpected(error)) step.app.log.error({ err: error }, 'a step of a move failed')
      await patch({ phase: 'failed', error: reasonOf(error) }).catch(() => {})
    } finally {
      clearInterval(beat)
    }
  })
}

const isExpected = (error: unknown): error is Error =>
  error instanceof SourceError || error instanceof ApiError || error instanceof NoAnswer

const reasonOf = (error: unknown): string =>
  isExpected(error) ? error.message : 'The step failed. See the log of the server.'

export const plan =
  ({ sides }: Step) =>
  async (): Promise<Partial<Move>> => {
    const inventory = await readInventory(sides.source)
    const made = await makePlan(sides, inventory)
    return { phase: 'planned', version: made.version, plan: planAnswer(made) }
  }

export const bring =
  (step: Step, { tokens = true, users = true, invite = false, take = [] }: StartMoveImport) =>
  async (patch: Patch): Promise<Partial<Move>> => {
    const progress = new Map<string, Progress>()
    let written = 0
    const report = await importAll(step.sides, {
      tokens,
      users,
      invite,
      take: new Set(take),
      signal: step.signal,
      onProgress(one) {
        progress.set(one.kind, one)
        if (Date.now() - written < 500) return
        written = Date.now()
        void patch({ progress: listOf(progress) }).catch(() => {})
      },
    })
    const { created, updated, differences, blocked } = report
    return {
      phase: 'imported',
      progress: listOf(progress),
      imported: {
        created,
        updated,
        differences: differences.slice(0, MOST_LISTED),
        blocked: blocked.slice(0, MOST_LISTED),
      },
    }
  }

const listOf = (progress: ReadonlyMap<string, Progress>): NonNullable<Move['progress']> =>
  [...progress.values()].map(({ kind, done, total }) => ({ kind, done, total }))

export const compare =
  ({ sides, signal }: Step) =>
  async (): Promise<Partial<Move>> => {
    const comparison = openComparison(sides, { signal })
    try {
      return { phase: 'compared', comparison: comparisonAnswer(await comparison.round()) }
    } finally {
      await comparison.close()
    }
  }

/** Repeats changes of the source until the move ends, another import starts or the caller signs out. */
export function follow(
  { app, sides, edition, signal }: Step,
  { tokens = true, users = true, invite = false }: StartMoveImport,
): Promise<void> {
  const patch: Patch = (change) => withFreshBudget(() => app.note((db) => patchMove(db, change, edition)))
  return withoutBudget(async () => {
    const since = new Date().toISOString()
    let updated = 0
    try {
      const follower = await openFollower(sides, { tokens, users, invite, signal })
      while (!signal.aborted) {
        const error = await follower.look().then(
          (found) => {
            updated += found?.updated ?? 0
            return undefined
          },
          (cause: unknown) => {
            if (cause instanceof SourceError || cause instanceof NoAnswer) return cause.message
            throw cause
          },
        )
        if (!(await patch({ following: { since, updated, ...(error ? { error } : {}) } }))) return
        await new Promise((done) => setTimeout(done, FOLLOW_MS).unref())
      }
    } catch (error) {
      if (!isExpected(error)) app.log.error({ err: error }, 'following failed')
      await patch({ following: { since, updated, error: reasonOf(error) } }).catch(() => {})
    }
  })
}
