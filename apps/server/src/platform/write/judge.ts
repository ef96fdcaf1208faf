import { AppError } from '../errors.ts'
import { type Caller, sees } from './actor.ts'
import type { Authority } from './authorities.ts'
import { onlyLowers, type Place } from './effects.ts'
import type { GuardedEffect } from './guard.ts'

/** What a caller skipped the review for: recorded as an event in each place. */
export type Skip = Place & { flags: string[]; segments: string[]; reason: string | null }

/**
 * Refuses a change of behaviour in protected places, unless an authority covers it, it only turns flags off where that is
 * free, or the caller may skip the review in every place. Returns the skips to record.
 */
export function judge(
  caller: Caller,
  authority: Authority | undefined,
  effects: readonly GuardedEffect[],
): Skip[] {
  if (authority) {
    const beyond = effects.filter((effect) => !covers(authority, effect))
    if (beyond.length > 0) throw refusal('beyondApproval', caller, beyond)
    authority.check?.(effects)
    return []
  }
  const reviewed = effects.filter((effect) => !(effect.place.offIsFree && onlyLowers(effect)))
  if (reviewed.length === 0) return []
  // The system may do everything, so its permissions say nothing; what it does needs an authority.
  const isSystem = caller.actor.type === 'system'
  const refused = reviewed.filter(
    ({ project, environment }) => isSystem || !caller.may('SKIP_CHANGE_REQUEST', { project, environment }),
  )
  if (refused.length > 0) throw refusal('protected', caller, refused)
  const silent = reviewed.filter(({ place }) => place.reasonRequired && !caller.reason)
  if (silent.length > 0) throw refusal('reasonNeeded', caller, silent)
  return placesOf(reviewed).map((place) => ({ ...place, reason: caller.reason ?? null }))
}

const covers = ({ places }: Authority, effect: Place) =>
  places === 'all' ||
  places.some(({ project, environment }) => project === effect.project && environment === effect.environment)

type Affected = Place & { flags: string[]; segments: string[] }

function placesOf(effects: readonly GuardedEffect[]): Affected[] {
  const byPlace = Map.groupBy(effects, ({ project, environment }) => JSON.stringify([project, environment]))
  return [...byPlace.values()].map((of) => {
    const [{ project, environment }] = of as [GuardedEffect]
    const names = (kind: GuardedEffect['kind']) =>
      of.filter((effect) => effect.kind === kind).map(({ name }) => name)
    return { project, environment, flags: names('flag'), segments: names('segment') }
  })
}

/** Names only the places that the caller sees, and how many others there are. */
function refusal(
  code: 'protected' | 'beyondApproval' | 'reasonNeeded',
  caller: Caller,
  effects: readonly GuardedEffect[],
) {
  const places = placesOf(effects)
  const seen = places.filter(({ project }) => sees(caller.viewer, project))
  const where = seen.map(({ project, environment }) => `${project} · ${environment}`).join(', ')
  return new AppError(
    code,
    { where: where || 'projects that you cannot see' },
    {
      extra: {
        ...(code === 'protected' ? { permissions: ['SKIP_CHANGE_REQUEST'] } : {}),
        protected: seen,
        hidden: places.length - seen.length,
      },
    },
  )
}
