import type { Feature } from '@flagstaff/contract/flags'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import type { Rule } from '../rules/rule.ts'
import type { Drafted } from './drafted.ts'
import type { FlagEnvironment, Place } from './queries.ts'

/** Properties of a rule in the list, and of its parts. */
export type RuleRowProps = {
  place: Place
  flag: Feature
  environment: FlagEnvironment
  rule: Rule
  index: number
  count: number
  segments: SegmentNames
  drafted: Drafted | undefined
  /** Without `commit` it is a preview during dragging. */
  onMove: (id: string, to: number, commit: boolean) => void
}
