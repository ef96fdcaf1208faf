import type { RequestState } from '@flagstaff/contract/requests'
import { type Scope, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Place } from '../../platform/write/effects.ts'

/** A protected place in which a request changes behaviour, with the number of approvals it needs there. */
export type Affected = Place & { needed: number }

/** An approval of the current edition, with the places in which its account can approve now. */
export type Approval = { userId: number; places: readonly Place[] }

export type Counted = Affected & { given: number }

const EDITABLE: readonly RequestState[] = ['Draft', 'In review', 'Approved']
const OPEN: readonly RequestState[] = [...EDITABLE, 'Scheduled']

export const isEditable = (state: RequestState): boolean => EDITABLE.includes(state)
export const isOpen = (state: RequestState): boolean => OPEN.includes(state)

/** The states that can follow a state; applied, cancelled and rejected requests never change again. */
const next: Record<RequestState, readonly RequestState[]> = {
  Draft: ['In review', 'Cancelled'],
  'In review': ['Approved', 'Rejected', 'Cancelled'],
  Approved: ['Approved', 'Scheduled', 'Applied', 'Rejected', 'Cancelled'],
  // Another approval, if one no longer counts.
  Scheduled: ['Approved', 'Scheduled', 'Applied', 'Rejected'],
  Applied: [],
  Cancelled: [],
  Rejected: [],
}

export const mayFollow = (from: RequestState, to: RequestState): boolean => next[from].includes(to)

type Scheduled = { state: RequestState; schedule: { version: number; status: string } | undefined }

/** Whether this schedule of a request is still to be carried out. */
export const isPending = ({ state, schedule }: Scheduled, version: number): boolean =>
  state === 'Scheduled' && schedule?.version === version && schedule.status === 'pending'

type About = { environment: string; flag: string | null; segment: number | null; target: string }

/** Whether two changes are about the same thing. */
export const shareTarget = (one: About, other: About): boolean =>
  one.environment === other.environment &&
  one.flag === other.flag &&
  one.segment === other.segment &&
  one.target === other.target

const isSame = (one: Place, other: Place) =>
  one.project === other.project && one.environment === other.environment

export const includes = (places: readonly Place[], place: Place): boolean =>
  places.some((one) => isSame(one, place))

/** How many approvals each place has: only accounts that can approve there count. */
export const count = (affects: readonly Affected[], approvals: readonly Approval[]): Counted[] =>
  affects.map((place) => ({
    ...place,
    given: approvals.filter(({ places }) => includes(places, place)).length,
  }))

/** Approving in one place does not open the others. */
export const isApproved = (counted: readonly Counted[]): boolean =>
  counted.every(({ given, needed }) => given >= needed)

/** The places as a text. It names only those that the viewer sees. */
export const nameSeen = (viewer: Viewer, places: readonly Place[]): string =>
  places
    .filter(({ project }) => sees(viewer, project))
    .map(({ project, environment }) => `${project} · ${environment}`)
    .join(', ') || 'projects that you cannot see'

/** Whether a permission in this scope is only about affected places; outside any environment, one place is enough. */
export const isWithin = (affects: readonly Place[], { project, environment }: Scope): boolean =>
  project != null &&
  affects.some(
    (place) => place.project === project && (environment == null || place.environment === environment),
  )
