import { AppError } from '../errors.ts'
import { type Caller, sees } from './actor.ts'
import type { Authority } from './authorities.ts'
import { onlyLowers, type Place } from './effects.ts'
import type { GuardedEffect, ProtectedPlace } from './guard.ts'

/** What a caller skipped a review or a freeze for: recorded as an event in each place. */
export type Skip = Affected & {
  type: 'change-request-skipped' | 'freeze-skipped'
  reason: string | null
  freezes?: string[]
}

/**
 * Refuses a change of behaviour in frozen and in protected places, unless an authority covers it, it only turns flags off
 * where that is free, or the caller may skip the review in every place. Returns the skips to record.
 */
export function judge(
  caller: Caller,
  authority: Authority | undefined,
  effects: readonly GuardedEffect[],
): Skip[] {
  const inProtected = effects.filter(isProtected)
  if (authority) {
    // A request that names a changed segment is compared with it when it is applied.
    const beyond = inProtected.filter(
      (effect) => effect.kind !== 'requested-segment' && !covers(authority, effect),
    )
    if (beyond.length > 0) throw refusal('beyondApproval', caller, beyond)
    authority.check?.(inProtected)
    // A freeze does not stop what the operator configured. It does not keep a guard from taking a rollout back either.
    return UNFROZEN.has(authority.kind) ? [] : judgeFreezes(caller, effects)
  }
  return [...judgeFreezes(caller, effects), ...judgeReviews(caller, inProtected)]
}

const UNFROZEN: ReadonlySet<Authority['kind']> = new Set(['operator', 'guard'])

type Protected = GuardedEffect & { place: ProtectedPlace }
const isProtected = (effect: GuardedEffect): effect is Protected => effect.place !== undefined

function judgeReviews(caller: Caller, effects: readonly Protected[]): Skip[] {
  const reviewed = effects.filter((effect) => !(effect.place.offIsFree && onlyLowers(effect)))
  const refused = reviewed.filter((place) => !maySkip(caller, place))
  if (refused.length > 0) throw refusal('protected', caller, refused)
  const silent = reviewed.filter(({ place }) => place.reasonRequired && !caller.reason)
  if (silent.length > 0) throw refusal('reasonNeeded', caller, silent)
  return placesOf(reviewed).map((place) => ({
    type: 'change-request-skipped',
    ...place,
    reason: caller.reason ?? null,
  }))
}

/** A freeze never keeps anyone from turning a flag off or lowering a percentage. */
function judgeFreezes(caller: Caller, effects: readonly GuardedEffect[]): Skip[] {
  const frozen = effects.filter((effect) => effect.freezes.length > 0 && !onlyLowers(effect))
  const refused = frozen.filter(
    (effect) => !effect.freezes.every(({ breakGlass }) => breakGlass) || !maySkip(caller, effect),
  )
  if (refused.length > 0) throw refusal('frozen', caller, refused)
  if (frozen.length > 0 && !caller.reason) throw refusal('freezeReasonNeeded', caller, frozen)
  return placesOf(frozen).map((place) => ({
    type: 'freeze-skipped',
    ...place,
    reason: caller.reason ?? null,
    freezes: namesOf(frozen.filter((effect) => isIn(effect, place))),
  }))
}

/** The system may do everything, so its permissions say nothing; what it does needs an authority. */
const maySkip = (caller: Caller, { project, environment }: Place) =>
  caller.actor.type !== 'system' && caller.may('SKIP_CHANGE_REQUEST', { project, environment })

const isIn = (effect: Place, { project, environment }: Place) =>
  effect.project === project && effect.environment === environment

const namesOf = (effects: readonly GuardedEffect[]) => [
  ...new Set(effects.flatMap(({ freezes }) => freezes.map(({ name }) => name))),
]

const covers = ({ places }: Authority, effect: Place) =>
  places === 'all' || places.some((place) => isIn(effect, place))

type Affected = Place & { flags: string[]; segments: string[] }

function placesOf(effects: readonly GuardedEffect[]): Affected[] {
  const byPlace = Map.groupBy(effects, ({ project, environment }) => JSON.stringify([project, environment]))
  return [...byPlace.values()].map((of) => {
    const [{ project, environment }] = of as [GuardedEffect]
    const names = (...kinds: readonly GuardedEffect['kind'][]) => [
      ...new Set(of.filter((effect) => kinds.includes(effect.kind)).map(({ name }) => name)),
    ]
    const flags = names('flag', 'plan', 'safeguards')
    const segments = names('segment', 'planned-segment', 'requested-segment')
    return { project, environment, flags, segments }
  })
}

/** Names only the places that the caller sees, and how many others there are. */
function refusal(
  code: 'protected' | 'beyondApproval' | 'reasonNeeded' | 'frozen' | 'freezeReasonNeeded',
  caller: Caller,
  effects: readonly GuardedEffect[],
) {
  const places = placesOf(effects)
  const seen = places.filter(({ project }) => sees(caller.viewer, project))
  const where = seen.map(({ project, environment }) => `${project} · ${environment}`).join(', ')
  const freezes = namesOf(effects.filter(({ project }) => sees(caller.viewer, project)))
  const isFrozen = code === 'frozen' || code === 'freezeReasonNeeded'
  return new AppError(
    code,
    { where: where || 'projects that you cannot see', name: freezes.join(', ') || 'a freeze' },
    {
      extra: {
        ...(code === 'protected' ? { permissions: ['SKIP_CHANGE_REQUEST'] } : {}),
        ...(isFrozen ? { frozen: seen, freezes } : { protected: seen }),
        hidden: places.length - seen.length,
      },
    },
  )
}
