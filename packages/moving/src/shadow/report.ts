import type { Context } from '@flagstaff/engine'
import type { DocumentDifference } from './documents.ts'
import type { Side } from './explain.ts'

/** A flag that differs in an environment, with one context as an example. */
export type Mismatch = {
  flag: string
  environment: string
  /** How many answers differ, of how many. */
  answers: number
  of: number
  cause: string
  /** The fields of the documents that differ. */
  fields: string[]
  context: Context | null
  theirs: Side | null
  ours: Side | null
}

export type EnvironmentReport = {
  environment: string
  flags: number
  documentDifferences: DocumentDifference[]
  contexts: number
  recorded: number
  evaluations: number
  evaluationMismatches: number
  frontendAnswers: number
  frontendMismatches: number
  mismatches: Mismatch[]
  randomFlags: number
  randomRules: number
}

export type ShadowReport = {
  from: string
  at: string
  ms: number
  environments: EnvironmentReport[]
  /** What was left out, and why. */
  notCompared: string[]
  clean: boolean
}

export type Totals = {
  mismatches: number
  documentDifferences: number
  contexts: number
  recorded: number
  evaluations: number
  evaluationMismatches: number
  frontendAnswers: number
  frontendMismatches: number
  flags: number
  randomFlags: number
  randomRules: number
}

export function totalsOf({ environments }: ShadowReport): Totals {
  const sum = (of: (one: EnvironmentReport) => number) =>
    environments.reduce((total, one) => total + of(one), 0)
  return {
    mismatches: sum(({ mismatches }) => mismatches.length),
    documentDifferences: sum(({ documentDifferences }) => documentDifferences.length),
    contexts: sum(({ contexts }) => contexts),
    recorded: sum(({ recorded }) => recorded),
    evaluations: sum(({ evaluations }) => evaluations),
    evaluationMismatches: sum(({ evaluationMismatches }) => evaluationMismatches),
    frontendAnswers: sum(({ frontendAnswers }) => frontendAnswers),
    frontendMismatches: sum(({ frontendMismatches }) => frontendMismatches),
    flags: Math.max(0, ...environments.map(({ flags }) => flags)),
    randomFlags: sum(({ randomFlags }) => randomFlags),
    randomRules: sum(({ randomRules }) => randomRules),
  }
}

/** Nothing differs, every environment was compared, and there was something to compare. */
export const isClean = ({ environments, notCompared }: Omit<ShadowReport, 'clean'>): boolean =>
  environments.some(({ evaluations }) => evaluations > 0) &&
  notCompared.length === 0 &&
  environments.every(
    (one) =>
      one.documentDifferences.length === 0 && one.evaluationMismatches === 0 && one.frontendMismatches === 0,
  )

export function causeOf(difference: DocumentDifference | undefined): string {
  if (!difference) return 'The documents are the same, but the answers differ'
  if (difference.state === 'missing') return 'The flag does not exist here'
  return `Different: ${difference.fields.slice(0, 3).join(', ')}`
}

/** What remains to be done before applications use the new address. */
export const cutOverList = [
  'The comparison is clean.',
  'Tokens are adopted. Replace those that need a new secret.',
  'All applications that use Unleash are known: check its list of applications.',
  'Edges point to the new address.',
  'Terraform and scripts point to the new address.',
  'Nobody changes flags in Unleash any more: make it read-only.',
  'Change the address in your applications. Their tokens stay.',
  'All instances report the current revision on the delivery page.',
  'The way back is the old address: keep Unleash running for a few days.',
]
