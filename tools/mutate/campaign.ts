import type { Step } from './runner.ts'
import type { Session } from './session.ts'
import type { Target } from './targets.ts'

export type Verdict = {
  key: string
  id: number
  file: string
  line: number
  operator: string
  before: string
  after: string
  result: 'killed' | 'timeout' | 'survived' | 'not covered'
  /** The test that failed. */
  by?: string
}

const BATCH = 60

export type Baseline = { ms: Map<string, number>; covered: Map<string, ReadonlySet<number>> }

/** Runs every test file without a mutant: how long it takes, and which mutants it reaches. */
export async function measure(session: Session, targets: readonly Target[]): Promise<Baseline> {
  const tests = [...new Set(targets.flatMap(({ tests }) => tests))]
  const steps = tests.map((test) => ({ mutant: 0, test }))
  const { outcomes } = await session.run(steps, () => 600_000)
  const failed = outcomes.find(({ ended }) => ended.failed)
  if (failed) throw new Error(`${failed.test} fails without a mutant: ${failed.ended.by}`)
  if (outcomes.length < steps.length) throw new Error(`only ${outcomes.length} of ${steps.length} files ran`)
  return {
    ms: new Map(outcomes.map(({ test, ended }) => [test, ended.ms])),
    covered: new Map(outcomes.map(({ test, ended }) => [test, new Set(ended.hits)])),
  }
}

/** Finds out which tests notice which mutants, and tells every verdict as soon as it is certain. */
export async function hunt(
  session: Session,
  { ms, covered }: Baseline,
  targets: readonly Target[],
  tell: (verdicts: Verdict[]) => void,
): Promise<void> {
  const mostMs = ({ test }: Step) => 5 * (ms.get(test) ?? 0) + 60_000
  const testsOf = (target: Target) => target.tests.filter((test) => covered.get(test)?.has(target.id))
  const inFile = Map.groupBy(targets, ({ file }) => file)
  /** What is changed while it is loaded concerns all tests that use the file. */
  const testsOfFile = ({ file, tests }: Target) =>
    tests.filter((test) => inFile.get(file)?.some(({ id }) => covered.get(test)?.has(id)))
  const reached = (target: Target) => (target.onLoad ? testsOfFile(target) : testsOf(target))
  const missed = targets.filter((target) => reached(target).length === 0)
  const within = targets.filter((target) => reached(target).length > 0)
  tell(missed.map((target) => verdictOf(target, 'not covered')))
  for (let from = 0; from < within.length; from += BATCH)
    tell(await batch(within.slice(from, from + BATCH), reached))

  async function batch(
    waiting: readonly Target[],
    testsOf: (target: Target) => readonly string[],
  ): Promise<Verdict[]> {
    const steps = waiting.flatMap((target) =>
      testsOf(target).map((test) => ({
        mutant: target.id,
        test,
        onLoad: target.onLoad,
        timeout: 2 * (ms.get(test) ?? 0) + 20_000,
      })),
    )
    const alone = waiting.length === 1
    // A mutant can break the process for those after it, which shows without a mutant.
    const control = alone ? [] : steps.slice(-1).map(({ test }) => ({ mutant: 0, test }))
    const { outcomes, hung } = await session.run([...steps, ...control], mostMs)
    const broken = outcomes.some(({ mutant, ended }) => mutant === 0 && ended.failed)
    if (broken && !alone) {
      const half = Math.ceil(waiting.length / 2)
      return [
        ...(await batch(waiting.slice(0, half), testsOf)),
        ...(await batch(waiting.slice(half), testsOf)),
      ]
    }
    const verdicts: Verdict[] = []
    const rest: Target[] = []
    for (const target of waiting) {
      const own = outcomes.filter(({ mutant }) => mutant === target.id)
      const killer = own.find(({ ended }) => ended.failed)
      if (killer) verdicts.push(verdictOf(target, 'killed', `${killer.test}: ${killer.ended.by}`))
      else if (hung?.mutant === target.id) verdicts.push(verdictOf(target, 'timeout', hung.test))
      else if (own.length === testsOf(target).length) verdicts.push(verdictOf(target, 'survived'))
      // The process has ended, which this mutant did if none is left that could have.
      else if (alone) verdicts.push(verdictOf(target, 'timeout', own.at(-1)?.test))
      else rest.push(target)
    }
    if (rest.length === 0) return verdicts
    const [first, ...others] = rest
    if (hung || !first) return [...verdicts, ...(await batch(rest, testsOf))]
    return [
      ...verdicts,
      ...(await batch([first], testsOf)),
      ...(others.length > 0 ? await batch(others, testsOf) : []),
    ]
  }
}

const verdictOf = (target: Target, result: Verdict['result'], by?: string): Verdict => {
  const { key, id, file, line, operator, before, after } = target
  return { key, id, file, line, operator, before, after, result, ...(by && { by }) }
}
