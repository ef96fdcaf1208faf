import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createVitest } from 'vitest/node'
import { instrument, type Numbered } from './instrument.ts'
import type { Outcome, Step } from './runner.ts'

const root = join(import.meta.dirname, '../..')
const conditions = { resolve: { conditions: ['source'] } }

export type Session = {
  /** Runs steps in a fresh process until one takes longer than it may, and returns what has ended. */
  run(steps: readonly Step[], mostMs: (step: Step) => number): Promise<Run>
  close(): Promise<void>
}
export type Run = { outcomes: Required<Pick<Outcome, 'mutant' | 'test' | 'ended'>>[]; hung?: Step }

/** A Vitest whose modules have all mutants compiled in, so that nothing is transformed between two of them. */
export async function openSession(
  mutants: ReadonlyMap<string, readonly Numbered[]>,
  tests: readonly string[],
): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
  const [stepsFile, log] = [join(folder, 'steps.json'), join(folder, 'log.jsonl')]
  const vitest = await createVitest(
    {
      root,
      config: false,
      watch: false,
      isolate: false,
      // It knows modules by their source, which is not what changes here.
      fsModuleCache: false,
      maxWorkers: 1,
      include: ['{apps,packages}/*/{src,test}/**/*.test.ts'],
      globalSetup: tests.some((test) => test.startsWith('apps/server/'))
        ? 'apps/server/test/template.ts'
        : [],
      runner: join(import.meta.dirname, 'runner.ts'),
      env: { MUTATE_STEPS: stepsFile, MUTATE_LOG: log },
      execArgv: ['--experimental-eventsource', '--disable-warning=UNDICI-ES'],
      server: { deps: { inline: [/@modelcontextprotocol\/client/, /eventsource/] } },
      reporters: process.env.MUTATE_DEBUG ? ['default'] : [{}],
      // The steps have an order.
      sequence: { sequencer: InOrder },
      teardownTimeout: 2000,
      expect: { poll: { timeout: 20_000 } },
    },
    {
      ...conditions,
      ssr: conditions,
      environments: { __vitest__: conditions },
      plugins: [
        {
          name: 'mutate',
          enforce: 'pre',
          transform(source, id) {
            const file = relative(root, id)
            const own = mutants.get(file)
            if (own) return { code: instrument(source, own), map: null }
            // What never happens with a mutant should not take minutes.
            if (file === 'apps/server/test/patience.ts') return source.replace('120_000', '20_000')
          },
        },
      ],
    },
  )
  return {
    async run(steps, mostMs) {
      writeFileSync(stepsFile, JSON.stringify(steps))
      const project = vitest.getRootProject()
      const specifications = steps.map(({ test }) => project.createSpecification(join(root, test)))
      for (let attempt = 1; ; attempt++) {
        writeFileSync(log, '')
        const running = vitest.runTestSpecifications(specifications)
        const hung = await watch(running, log, mostMs)
        const errors = await running.then(
          ({ unhandledErrors }) => unhandledErrors,
          (error) => [error],
        )
        const lines = readLog(log)
        if (lines.length === 0) {
          // A busy machine can be too slow to start the process.
          if (attempt < 4 && /Timeout starting/.test(String(errors[0]?.cause ?? errors[0]))) continue
          throw new Error('no test began', { cause: errors[0] })
        }
        const outcomes = lines.flatMap(({ mutant, test, ended }) => (ended ? [{ mutant, test, ended }] : []))
        return hung ? { outcomes, hung } : { outcomes }
      }
    },
    async close() {
      await vitest.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Ends the worker if a step takes longer than it may, as it does if a mutant loops; returns this step. */
async function watch(
  running: Promise<unknown>,
  log: string,
  mostMs: (step: Step) => number,
): Promise<Step | undefined> {
  let going = true
  const end = () => {
    going = false
  }
  running.then(end, end)
  let seen = 0
  let since = performance.now()
  while (going) {
    await setTimeout(500)
    const outcomes = readLog(log)
    if (outcomes.length !== seen) [seen, since] = [outcomes.length, performance.now()]
    const last = outcomes.at(-1)
    if (!last?.pid || performance.now() - since < mostMs(last)) continue
    process.kill(last.pid, 'SIGKILL')
    return last
  }
  return undefined
}

const readLog = (log: string): Outcome[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

class InOrder {
  shard<T>(specifications: T): T {
    return specifications
  }
  sort<T>(specifications: T): T {
    return specifications
  }
}
