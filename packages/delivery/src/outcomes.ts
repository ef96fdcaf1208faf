import { type ClientOutcomes, PassedOutcomes } from '@flagstaff/contract/guards'
import { Compile } from 'typebox/compile'
import type { Outcome, OutcomeReport } from './ports.ts'
import type { Token } from './store.ts'

const passed = Compile(PassedOutcomes)
/** The size limit of a body is reached before this. */
const MOST_REPORTS = 1_000

/** Events that are not among the uses say nothing about their share. */
export const isPlausible = ({ enabled, disabled }: ClientOutcomes['outcomes'][number]) =>
  enabled.events <= enabled.uses && disabled.events <= disabled.uses

export const toOutcomes = (sent: ClientOutcomes['outcomes']): Outcome[] =>
  sent.filter(isPlausible).map(({ featureName: flag, metric, enabled, disabled }) => ({
    flag,
    metric,
    enabled: { uses: enabled.uses, events: enabled.events },
    disabled: { uses: disabled.uses, events: disabled.events },
  }))

/** The reports that an edge collected. What is not one is left out. */
export function readOutcomes(sent: unknown, { environment, projects }: Token): OutcomeReport[] {
  if (!Array.isArray(sent)) return []
  return sent
    .slice(0, MOST_REPORTS)
    .filter((one) => passed.Check(one))
    .map((one) => ({
      environment,
      projects: within(one.projects, projects),
      outcomes: toOutcomes(one.outcomes),
    }))
}

/** An edge may pass on less than its own token, never more. */
const within = (sent: readonly string[], own: readonly string[]): readonly string[] => {
  if (own.includes('*')) return sent
  return sent.includes('*') ? own : sent.filter((one) => own.includes(one))
}

export const toPassed = ({ projects, outcomes }: OutcomeReport): PassedOutcomes => ({
  projects: [...projects],
  outcomes: outcomes.map(({ flag, ...outcome }) => ({ featureName: flag, ...outcome })),
})
