import type { CodeDriftItem } from '@flagstaff/contract/code'
import type { RequestState } from '@flagstaff/contract/requests'
import { type FlagState, listStates } from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { listRequestStates } from '../requests/index.ts'
import { listSegments } from '../transfer/index.ts'
import {
  compared,
  type DefinitionField,
  definitionOf,
  isSame,
  type SegmentNames,
  type StateField,
  stateOf,
} from './fields.ts'
import { readChanges } from './plan.ts'
import { type Claim, listClaims } from './queries.ts'

/** Names of all segments that rules of these flags use. */
export async function readSegmentNames(db: Reader, flags: readonly FlagState[]): Promise<SegmentNames> {
  const rules = flags.flatMap(({ environments }) => environments.flatMap((state) => state.rules))
  const segments = await listSegments(db, [...new Set(rules.flatMap((rule) => rule.segments))])
  return new Map(segments.map(({ id, name }) => [id, name]))
}

type Selection = { owner?: string | undefined; project?: string | undefined; flag?: string | undefined }

/** Managed fields whose present value is not the one that was applied last. */
export async function readDrift(
  db: Reader,
  viewer: Viewer,
  selection: Selection,
): Promise<{ claims: Claim[]; items: CodeDriftItem[] }> {
  const claims = await listClaims(db, viewer, selection)
  const [presentOf, requests] = await Promise.all([
    readPresent(db, viewer, claims),
    listRequestStates(
      db,
      claims.flatMap(({ request }) => request ?? []),
    ),
  ])
  const drifted = claims.filter((claim) => {
    const { field, withoutRollout } = claim
    const present = compared(field, presentOf(claim), withoutRollout)
    return !isSame(present, compared(field, settledValue(claim, requests), withoutRollout))
  })
  const changeOf = await readChanges(db, viewer, [...new Set(drifted.map(({ flag }) => flag))])
  const items = drifted.map((claim): CodeDriftItem => {
    const { project, flag, environment, field, owner, path, applied } = claim
    const changed = changeOf(flag, environment)
    return {
      project,
      flag,
      environment: environment || null,
      field,
      owner,
      path,
      present: presentOf(claim) ?? null,
      lastApplied: applied,
      ...(changed ? { changed } : {}),
    }
  })
  return { claims, items }
}

/** The value that a field has because of the files: the proposed one only after its request was applied. */
export function settledValue(
  { applied, proposed, request }: Claim,
  states: ReadonlyMap<number, RequestState>,
): unknown {
  const state = request === null ? undefined : states.get(request)
  return request !== null && (state === undefined || state === 'Applied') ? proposed : applied
}

/** The present values of claimed fields. */
export async function readPresent(db: Reader, viewer: Viewer, claims: readonly Claim[]) {
  const names = [...new Set(claims.map(({ flag }) => flag))]
  const environments = [...new Set(claims.map(({ environment }) => environment))]
  const flags = await listStates(db, viewer, { names }, environments)
  const segments = await readSegmentNames(db, flags)
  return presentValue(new Map(flags.map((flag) => [flag.name, flag])), segments)
}

/** The present value of a claimed field; undefined if the flag is archived or was moved. */
const presentValue =
  (flags: ReadonlyMap<string, FlagState>, segments: SegmentNames) =>
  ({ project, flag: name, environment, field }: Claim): unknown => {
    const flag = flags.get(name)
    if (!flag || flag.project !== project) return undefined
    if (environment === '') return definitionOf(flag)[field as DefinitionField]
    const state = flag.environments.find((one) => one.environment === environment)
    return state && stateOf(state, segments)[field as StateField]
  }
