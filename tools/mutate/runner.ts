import { appendFileSync, readFileSync } from 'node:fs'
import type { RunnerTask, RunnerTestFile, VitestTestRunner } from 'vitest'
import { TestRunner, vi } from 'vitest'

/** One test file with one mutant active, or with none if it is 0. */
export type Step = {
  mutant: number
  test: string
  /** Loads all modules again, for a mutant that changes what one of them does while it is loaded. */
  onLoad?: boolean
  /** How long a test may take, from what the file took without a mutant on the same machine. */
  timeout?: number
}
export type Outcome = Step & {
  step: number
  /** The worker, once when a step begins; the rest is there when it has ended. */
  pid?: number
  ended?: { failed: boolean; by: string; ms: number; hits: number[] }
}

type State = { active: number; loading: number; hits?: Set<number> | undefined }
type Campaign = { steps: Step[]; next: number; stale: boolean; killed: Set<number>; log: string }

const held = globalThis as { __mutate?: State; __campaign?: Campaign }

function campaign(): Campaign {
  const { MUTATE_STEPS: steps = '', MUTATE_LOG: log = '' } = process.env
  held.__campaign ??= {
    steps: JSON.parse(readFileSync(steps, 'utf8')),
    next: 0,
    stale: false,
    killed: new Set(),
    log,
  }
  return held.__campaign
}

/**
 * Runs the steps of a campaign one after the other in one process: Vitest passes the test file of each step, and this
 * activates its mutant. A mutant that is killed skips the test files it still had.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads it so
export default class extends TestRunner implements VitestTestRunner {
  private step: Step = { mutant: 0, test: '' }
  private number = 0
  private began = 0
  private failed = ''
  private readonly state: State = { active: 0, loading: 0 }

  override importFile(path: string, source: 'collect' | 'setup') {
    if (source !== 'collect') return super.importFile(path, source)
    const running = campaign()
    const { steps, next, killed, log } = running
    const step = steps[next]
    if (!step || !path.endsWith(step.test)) throw new Error(`step ${next} is not ${path}`)
    if (killed.has(step.mutant)) throw new Error('skipped')
    Object.assign(this, { step, number: next, began: performance.now(), failed: '' })
    write(log, { ...step, step: next, pid: process.pid })
    this.state.active = step.mutant
    this.state.hits = step.mutant === 0 ? new Set() : undefined
    held.__mutate = this.state
    const timeout = step.timeout ?? 600_000
    vi.setConfig({ testTimeout: timeout, hookTimeout: timeout })
    if (step.onLoad || running.stale) vi.resetModules()
    running.stale = step.onLoad ?? false
    return super.importFile(path, source)
  }

  override async onBeforeRunTask(test: RunnerTask) {
    if (this.failed && this.step.mutant !== 0) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTask) {
    if (test.result?.state === 'fail') this.failed ||= `${test.name}: ${messageOf(test)}`
    super.onAfterRunTask(test)
  }

  override onAfterRunFiles(files: RunnerTestFile[]) {
    const running = campaign()
    const step = running.steps[running.next]
    if (step && !running.killed.has(step.mutant)) {
      const by = this.failed || files.map(failureOf).find((name) => name !== undefined) || ''
      if (by && step.mutant !== 0) running.killed.add(step.mutant)
      const ms = Math.round(performance.now() - this.began)
      const hits = [...(this.state.hits ?? [])]
      write(running.log, { ...step, step: this.number, ended: { failed: by !== '', by, ms, hits } })
    }
    running.next += 1
    super.onAfterRunFiles(files)
  }
}

const write = (log: string, outcome: Outcome) => appendFileSync(log, `${JSON.stringify(outcome)}\n`)

/** Hooks and the top level of a file can fail without a test that does. */
function failureOf(file: RunnerTestFile): string | undefined {
  const look = (task: RunnerTask): boolean =>
    task.result?.state === 'fail' || ('tasks' in task && task.tasks.some(look))
  if (!look(file)) return undefined
  return messageOf(file) || 'outside of tests'
}

const messageOf = ({ result }: RunnerTask): string => result?.errors?.[0]?.message.split('\n')[0] ?? ''
