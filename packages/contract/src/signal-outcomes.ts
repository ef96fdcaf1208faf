import Type, { type Static } from 'typebox'
import { PayloadFilters } from './actions.ts'
import { closed, Nullable, named } from './schema.ts'
import { received } from './signals.ts'

const Id = Type.Integer({ minimum: 1 })

/** For one signal, so that a page of signals stays small. */
export const MOST_EXPLAINED_SETS = 10
export const MOST_EXPLAINED_CONDITIONS = 5
export const LONGEST_ACTUAL = 200

const UnmatchedSet = Type.Object(
  {
    actionSetId: Id,
    reason: Type.Enum(['off', 'conditions', 'later'], {
      description:
        'Why the set did not run: it is turned off, conditions do not hold, or it would match now but did not when the signal arrived.',
    }),
    conditions: Type.Array(Type.Object({ path: Type.String(), actual: Nullable(Type.String()) }, closed), {
      description: 'Conditions that do not hold, with the value in the payload; null if it has none.',
    }),
  },
  closed,
)

const SignalOutcome = named(
  'signalOutcomeSchema',
  Type.Object(
    {
      state: Type.Enum(['waiting', 'started', 'ignored'], {
        description: 'Whether the signal started action sets. In maintenance mode signals wait.',
      }),
      runs: Type.Integer({ minimum: 0 }),
      unmatched: Type.Array(UnmatchedSet, {
        description: `Why action sets did not run, for ignored signals: up to ${MOST_EXPLAINED_SETS} sets, as they are now.`,
      }),
    },
    closed,
  ),
)
export type SignalOutcome = Static<typeof SignalOutcome>

export const SignalEndpointSignal = named(
  'signalEndpointSignalSchema',
  Type.Object({ ...received, outcome: SignalOutcome }, closed),
)
export type SignalEndpointSignal = Static<typeof SignalEndpointSignal>

/** An action set that uses the endpoint. */
const ListeningSet = Type.Object(
  {
    id: Id,
    name: Type.String(),
    project: Type.String(),
    enabled: Type.Boolean(),
    payload: PayloadFilters,
  },
  closed,
)
export type ListeningSet = Static<typeof ListeningSet>

export const SignalEndpointSignals = named(
  'signalEndpointSignalsSchema',
  Type.Object(
    { signalEndpointSignals: Type.Array(SignalEndpointSignal), actionSets: Type.Array(ListeningSet) },
    closed,
  ),
)
export type SignalEndpointSignals = Static<typeof SignalEndpointSignals>
