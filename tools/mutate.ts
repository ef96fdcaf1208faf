import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hunt, measure, type Verdict } from './mutate/campaign.ts'
import { equivalents, isSame, MOST_EQUIVALENT } from './mutate/equivalent.ts'
import { isKilled, readVerdicts, summary, tally, writeReport } from './mutate/report.ts'
import { openSession } from './mutate/session.ts'
import { listTargets, select } from './mutate/targets.ts'

// Changes critical code in small ways, one at a time, and requires that a test fails. `--part 2/6` runs a sixth,
// `--part tokens` a part of `mutate/files.ts` or a file, `--sample 200` an even spread. `--resume` leaves out what the
// report of the same run already has, `--survivors` runs only what no test noticed. `--list` runs nothing.

/** Percent of the mutants that tests must notice. */
const FLOOR = 90

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    sample: { type: 'string' },
    resume: { type: 'boolean' },
    survivors: { type: 'boolean' },
    list: { type: 'boolean' },
  },
})

const { targets, equivalent, lines } = listTargets()
const all = targets.length + equivalent.length
console.log(`${all} mutants in ${lines} lines of code, ${equivalent.length} of them equivalent`)
if (equivalent.length > all * MOST_EQUIVALENT) throw new Error('too many mutants are called equivalent')
const unmatched = equivalents.filter((one) => !equivalent.some((found) => isSame(one, found)))
if (unmatched.length > 0) throw new Error(`no mutant is ${JSON.stringify(unmatched)}`)

const chosen = select(targets, values.part, values.sample ? Number(values.sample) : undefined)
const name = [values.part?.replaceAll(/\W+/g, '-') ?? 'all', values.sample].filter(Boolean).join('-sample-')
const report = `${root}.reports/mutate-${name}.json`

const wanted = new Set(chosen.map(({ key }) => key))
const before = values.resume || values.survivors ? readVerdicts(report) : []
const kept = before.filter((one) => wanted.has(one.key) && (!values.survivors || isKilled(one)))
const done = new Set(kept.map(({ key }) => key))
const waiting = chosen.filter(({ key }) => !done.has(key))
if (values.list) {
  for (const { file, line, operator, onLoad } of waiting)
    console.log(`${file}:${line} ${operator}${onLoad ? ' (on load)' : ''}`)
  process.exit()
}

process.env.TEST_POSTGRES ??= execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
const verdicts: Verdict[] = [...kept]
if (waiting.length > 0) await run()
writeReport(report, verdicts)
console.log(summary(verdicts))
const { score, killed, mutants } = tally(verdicts)
console.log(`${score} % (${killed} of ${mutants}), at least ${FLOOR} % required; ${report}`)
process.exit(score < FLOOR ? 1 : 0)

async function run() {
  const tests = waiting.flatMap((target) => target.tests)
  const session = await openSession(
    Map.groupBy(waiting, ({ file }) => file),
    tests,
  )
  try {
    const began = performance.now()
    const minutes = () => `${Math.round((performance.now() - began) / 60_000)} min`
    const baseline = await measure(session, waiting)
    console.log(`without mutants, ${baseline.ms.size} test files pass (${minutes()})`)
    await hunt(session, baseline, waiting, (more) => {
      verdicts.push(...more)
      writeReport(report, verdicts)
      if (more.some(({ result }) => result !== 'not covered'))
        console.log(`${verdicts.length} of ${chosen.length}: ${tally(verdicts).score} % (${minutes()})`)
    })
  } finally {
    await session.close()
  }
}
