import type { Blocked, Difference, MovePlan, PlanRow, ShadowReport } from '@flagstaff/moving'
import { totalsOf } from '@flagstaff/moving'

const labels: Readonly<Record<PlanRow['kind'], [string, string]>> = {
  environments: ['environment', 'environments'],
  projects: ['project', 'projects'],
  contextFields: ['context field', 'context fields'],
  tagTypes: ['tag type', 'tag types'],
  strategies: ['custom strategy', 'custom strategies'],
  segments: ['segment', 'segments'],
  flags: ['flag', 'flags'],
  tokens: ['token', 'tokens'],
  users: ['user', 'users'],
}
export const labelOf = (kind: PlanRow['kind'], count: number): string => labels[kind][count === 1 ? 0 : 1]

export const stateOf = ({ create, update, same, differ }: PlanRow): string =>
  [
    create > 0 && `${create} to create`,
    update > 0 && `${update} to update`,
    same > 0 && `${same} the same`,
    differ > 0 && `${differ} differ, kept as here`,
  ]
    .filter(Boolean)
    .join(', ') || 'none'

export function planNotes({ differences, blocked, tokens, notBrought }: MovePlan): string[] {
  return [
    ...differences.map(differenceText),
    ...blocked.map(blockedText),
    ...tokens.needNew.map(({ name, environment }) => `token ${name} (${environment}) needs a new secret`),
    `not brought: ${notBrought.join(', ')}`,
  ]
}

export const differenceText = ({ kind, name, project, environment, fields }: Difference): string =>
  `differs: ${kind === 'environment' ? 'flag' : kind} ${name}${project ? ` in ${project}` : ''}${environment && kind === 'environment' ? `, ${environment}` : ''} (${fields.join(', ')})`

export const blockedText = ({ name, project, environment, reason }: Blocked): string =>
  `cannot be imported: ${name} in ${project}, ${environment}: ${reason}`

const MOST_SHOWN = 20

export function reportText(report: ShadowReport): string[] {
  const totals = totalsOf(report)
  const mismatches = report.environments.flatMap((one) => one.mismatches)
  const shown = mismatches
    .slice(0, MOST_SHOWN)
    .flatMap((one) => [
      `✗ ${one.flag} in ${one.environment}: ${one.answers} of ${one.of} answers. ${one.cause}`,
      ...(one.context && one.theirs && one.ours
        ? [
            `    context   ${contextText(one.context)}`,
            `    Unleash   ${sideText(one.theirs)}`,
            `    Flagstaff ${sideText(one.ours)}`,
          ]
        : []),
    ])
  return [
    `documents     ${totals.documentDifferences} differences in ${totals.flags} flags and ${report.environments.length} environments`,
    `evaluations   ${totals.evaluationMismatches} of ${totals.evaluations} differ, ${totals.contexts} contexts, ${totals.recorded} recorded`,
    `frontend API  ${totals.frontendMismatches} of ${totals.frontendAnswers} differ`,
    ...(totals.randomRules > 0
      ? [`left out      ${totals.randomRules} random rules in ${totals.randomFlags} flags`]
      : []),
    ...report.notCompared.map((text) => `! ${text}`),
    ...shown,
    ...(mismatches.length > MOST_SHOWN ? [`and ${mismatches.length - MOST_SHOWN} more; use --json`] : []),
  ]
}

const sideText = ({ enabled, variant, why }: { enabled: boolean; variant: string | null; why: string }) =>
  `${enabled ? 'on' : 'off'}${variant ? `, variant ${variant}` : ''}. ${why}`

function contextText(context: Readonly<Record<string, unknown>>): string {
  const { properties, ...top } = context
  const all = { ...top, ...(typeof properties === 'object' ? properties : {}) }
  return Object.entries(all)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}
