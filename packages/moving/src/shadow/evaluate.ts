import {
  type At,
  type Context,
  compile,
  evaluate,
  type Result,
  type Ruleset,
  type Tools,
} from '@flagstaff/engine'
import { RE2JS } from 're2js'
import type { ClientDocument } from '../source/schemas.ts'
import { contextsFor } from './contexts.ts'
import type { DocumentDifference } from './documents.ts'
import { sideOf } from './explain.ts'
import { causeOf, type Mismatch } from './report.ts'

/** Patterns come from people, so they must run in linear time. */
const tools: Tools = {
  regex(pattern, caseInsensitive) {
    try {
      const compiled = RE2JS.compile(pattern, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0)
      return (text) => compiled.matcher(text).find()
    } catch {
      return undefined
    }
  },
}

export type Evaluation = {
  environment: string
  theirs: ClientDocument
  ours: ClientDocument
  differences: readonly DocumentDifference[]
  /** Flags that are left out. */
  random: ReadonlySet<string>
  recorded: readonly Context[]
  now: string
  /** At least so many contexts in the environment. */
  minimum: number
}
export type Evaluated = {
  contexts: number
  evaluations: number
  mismatched: number
  mismatches: Mismatch[]
  /** Contexts for asking both servers. */
  sample: Context[]
}

const IDS_PER_ROLLOUT = 200
const MOST_SAMPLED = 100
const PAUSE_EVERY = 2_000

/** Evaluates both documents with our engine for generated and recorded contexts. */
export async function evaluateBoth(evaluation: Evaluation): Promise<Evaluated> {
  const { theirs, ours, random, recorded, now, minimum } = evaluation
  const rulesets = { there: compiled(theirs), here: compiled(ours) }
  const flags = theirs.features.filter(({ name }) => !random.has(name))
  const idsPerRollout = Math.max(IDS_PER_ROLLOUT, Math.ceil(minimum / Math.max(1, flags.length)))
  const result: Evaluated = {
    contexts: recorded.length,
    evaluations: 0,
    mismatched: 0,
    mismatches: [],
    sample: [],
  }
  const stride = Math.max(1, Math.floor(flags.length / MOST_SAMPLED))
  const at: At = { now: Date.parse(now), random: () => 0.5 }
  let unpaused = 0
  for (const [index, flag] of flags.entries()) {
    const generated = contextsFor(flag, theirs, { now, idsPerRollout })
    result.contexts += generated.length
    if (index % stride === 0)
      result.sample.push(...sampleOf(generated, Math.ceil(MOST_SAMPLED / flags.length)))
    const contexts = [...generated, ...recorded]
    const differing = contexts.filter((context) => !isSame(rulesets, flag.name, context, at))
    result.evaluations += contexts.length
    result.mismatched += differing.length
    const [context] = differing
    if (context)
      result.mismatches.push(
        mismatchOf(evaluation, rulesets, { flag: flag.name, context, at }, differing.length, contexts.length),
      )
    unpaused += contexts.length
    if (unpaused < PAUSE_EVERY) continue
    unpaused = 0
    // The process may serve requests as well.
    await new Promise((done) => setTimeout(done, 0))
  }
  return result
}

const compiled = ({ features, segments }: ClientDocument): Ruleset =>
  compile({ features, segments: segments ?? [] }, tools)

const sampleOf = (contexts: readonly Context[], count: number): Context[] => {
  const step = Math.max(1, Math.floor(contexts.length / (count + 1)))
  return contexts.filter((_, index) => index % step === step - 1).slice(0, count)
}

type Rulesets = { there: Ruleset; here: Ruleset }

function isSame({ there, here }: Rulesets, flag: string, context: Context, at: At): boolean {
  const [a, b] = [evaluate(there, flag, context, at), evaluate(here, flag, context, at)]
  return a.enabled === b.enabled && variantKey(a) === variantKey(b)
}

const variantKey = ({ variant: { name, enabled, payload } }: Result): string =>
  enabled ? JSON.stringify([name, payload?.type, payload?.value]) : ''

function mismatchOf(
  { environment, differences }: Evaluation,
  { there, here }: Rulesets,
  { flag, context, at }: { flag: string; context: Context; at: At },
  answers: number,
  of: number,
): Mismatch {
  const difference = differences.find((one) => one.flag === flag)
  return {
    flag,
    environment,
    answers,
    of,
    cause: causeOf(difference),
    fields: difference?.fields ?? [],
    context,
    theirs: sideOf({ ruleset: there, flag, context, at }),
    ours: sideOf({ ruleset: here, flag, context, at }),
  }
}
