import Type, { type Static } from 'typebox'
import { closed, Nullable, named, RowId } from './schema.ts'

export const requestStates = [
  'Draft',
  'In review',
  'Approved',
  'Scheduled',
  'Applied',
  'Cancelled',
  'Rejected',
] as const
export type RequestState = (typeof requestStates)[number]

/** The actions that can be sent. A request that changes a release plan in several ways shows `updateReleasePlan`. */
export const changeActions = [
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'archiveFeature',
  'reviveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
  'addReleasePlan',
  'deleteReleasePlan',
  'startMilestone',
  'updateMilestoneStrategy',
  'changeMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeReleasePlanSafeguard',
  'deleteReleasePlanSafeguard',
  'changeFeatureEnvSafeguard',
  'deleteFeatureEnvSafeguard',
] as const
export type ChangeAction = (typeof changeActions)[number]

const Moment = Type.String({ format: 'date-time' })
const Person = Type.Object({
  id: Type.Integer(),
  username: Nullable(Type.String()),
  name: Type.Optional(Nullable(Type.String())),
  imageUrl: Nullable(Type.String()),
})
export type RequestPerson = Static<typeof Person>

const changeFields = {
  id: Type.Integer(),
  action: Type.String(),
  /** Only if it differs from the environment of the request. */
  environment: Type.Optional(Type.String()),
  payload: Type.Optional(Type.Unknown()),
  conflict: Type.Optional(Type.String()),
  /** The rule was added because a flag without one is turned on. It is for everyone. */
  automatic: Type.Optional(Type.Literal(true)),
  createdBy: Person,
  createdAt: Moment,
}

export const RequestedChange = named('changeRequestChangeSchema', Type.Object(changeFields, closed))
export type RequestedChange = Static<typeof RequestedChange>

export const RequestedFlag = named(
  'changeRequestFeatureSchema',
  Type.Object(
    {
      name: Type.String(),
      conflict: Type.Optional(Type.String()),
      changes: Type.Array(RequestedChange),
    },
    closed,
  ),
)

export const RequestedSegmentChange = named(
  'changeRequestSegmentChangeSchema',
  Type.Object(
    {
      ...changeFields,
      name: Type.String(),
      /** The scheduled change requests that no longer fit after it. */
      scheduleConflicts: Type.Optional(
        Type.Object({
          changeRequests: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String() }, closed)),
        }),
      ),
    },
    closed,
  ),
)

export const Review = named(
  'changeRequestApprovalSchema',
  Type.Object({ createdBy: Person, createdAt: Moment }, closed),
)

export const RequestComment = named(
  'changeRequestCommentSchema',
  Type.Object({ id: Type.Integer(), text: Type.String(), createdBy: Person, createdAt: Moment }, closed),
)

/** A protected environment that the request changes, with the approvals it has and needs there. */
export const AffectedPlace = Type.Object(
  { project: Type.String(), environment: Type.String(), given: Type.Integer(), needed: Type.Integer() },
  closed,
)
export type AffectedPlace = Static<typeof AffectedPlace>

/** When it is applied, or why it was not. */
export const RequestSchedule = named(
  'changeRequestScheduleSchema',
  Type.Union([
    Type.Object({ scheduledAt: Moment, status: Type.Literal('pending') }, closed),
    Type.Object(
      { scheduledAt: Moment, status: Type.Enum(['failed', 'suspended']), reason: Type.String() },
      closed,
    ),
  ]),
)
export type RequestSchedule = Static<typeof RequestSchedule>

const summary = {
  id: Type.Integer(),
  title: Type.String(),
  project: Type.String(),
  environment: Type.String(),
  state: Type.Enum([...requestStates]),
  minApprovals: Type.Integer(),
  createdBy: Person,
  createdAt: Moment,
  features: Type.Array(RequestedFlag),
  segments: Type.Array(RequestedSegmentChange),
  approvals: Type.Array(Review),
  rejections: Type.Array(Review),
  comments: Type.Array(RequestComment),
  stateTimestamps: Type.Record(Type.String(), Moment),
  conflict: Type.Optional(Type.String()),
  schedule: Type.Optional(RequestSchedule),
  /** When its changes are reverted. */
  until: Type.Optional(Moment),
  /** The change request that it reverts. */
  returns: Type.Optional(Type.Integer()),
  /** How often it was edited since it was created, plus one. Approvals belong to an edition. */
  edition: Type.Integer(),
  affects: Type.Array(AffectedPlace),
  /** How many other environments it changes in projects that the caller cannot see. */
  hidden: Type.Integer(),
  objectVersion: Type.Integer(),
}

export const ChangeRequest = named('changeRequestSchema', Type.Object(summary, closed))
export type ChangeRequest = Static<typeof ChangeRequest>

export const ChangeRequests = named('changeRequestsSchema', Type.Array(ChangeRequest))

export const NewChange = named(
  'changeRequestCreateSchema',
  Type.Object({
    action: Type.Enum([...changeActions]),
    feature: Type.Optional(Type.String()),
    payload: Type.Optional(Type.Unknown()),
  }),
)
export type NewChange = Static<typeof NewChange>

/** One request can have this many changes. */
export const MOST_CHANGES = 100

export const NewChanges = named(
  'changeRequestOneOrManyCreateSchema',
  Type.Union([NewChange, Type.Array(NewChange, { minItems: 1, maxItems: MOST_CHANGES })]),
)

const Comment = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' })

export const MoveRequest = named(
  'changeRequestStateSchema',
  Type.Object({
    state: Type.Enum([...requestStates]),
    comment: Type.Optional(Comment),
    /** Only with the state `Scheduled`. */
    scheduledAt: Type.Optional(Moment),
    /** The edition that is approved. Needed, unless `If-Match` is sent, if the request was edited in review. */
    edition: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
)
export type MoveRequest = Static<typeof MoveRequest>

export const SetUntil = named('changeRequestUntilSchema', Type.Object({ until: Nullable(Moment) }, closed))

export const RenameRequest = named(
  'changeRequestUpdateTitleSchema',
  Type.Object({ title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
)

export const AddComment = named('changeRequestAddCommentSchema', Type.Object({ text: Comment }, closed))

export const AskReviewers = named(
  'changeRequestSetApproversSchema',
  Type.Object({ reviewers: Type.Array(RowId, { maxItems: 10 }) }),
)

export const RequestCounts = named(
  'changeRequestsCountSchema',
  Type.Object(
    {
      total: Type.Integer(),
      approved: Type.Integer(),
      applied: Type.Integer(),
      rejected: Type.Integer(),
      reviewRequired: Type.Integer(),
      scheduled: Type.Integer(),
    },
    closed,
  ),
)
export type RequestCounts = Static<typeof RequestCounts>

export const ActionableRequests = named(
  'actionableChangeRequestsSchema',
  Type.Object({ total: Type.Integer({ minimum: 0 }) }),
)

/** What a flag or segment does in an environment before and after a change, or what a release plan will do. */
export const RequestEffect = Type.Object(
  {
    kind: Type.Enum(['flag', 'segment', 'plan', 'safeguards']),
    name: Type.String(),
    project: Type.String(),
    environment: Type.String(),
    protected: Type.Boolean(),
    before: Type.Optional(Type.Unknown()),
    after: Type.Optional(Type.Unknown()),
  },
  closed,
)
export const RequestEffects = named(
  'changeRequestEffectsSchema',
  Type.Object({ effects: Type.Array(RequestEffect), hidden: Type.Integer() }, closed),
)

export const RequestSearchItem = named(
  'changeRequestSearchItemSchema',
  Type.Object(
    {
      id: Type.Integer(),
      title: Type.String(),
      project: Type.String(),
      environment: Type.String(),
      state: Type.Enum([...requestStates]),
      schedule: Type.Optional(RequestSchedule),
      createdAt: Moment,
      createdBy: Person,
      features: Type.Array(Type.String()),
      segments: Type.Array(Type.String()),
      given: Type.Integer(),
      needed: Type.Integer(),
    },
    closed,
  ),
)
export type RequestSearchItem = Static<typeof RequestSearchItem>

export const RequestSearchResults = named(
  'changeRequestSearchResponseSchema',
  Type.Object({ changeRequests: Type.Array(RequestSearchItem), total: Type.Integer() }, closed),
)

const Ids = Type.Optional(Type.String({ pattern: '^(IS|IS_ANY_OF):\\d{1,9}(,\\d{1,9})*$' }))

export const RequestSearchQuery = Type.Object({
  createdBy: Ids,
  requestedApproverId: Ids,
  state: Type.Optional(Type.String({ pattern: `^IS:(open|closed|${requestStates.join('|')})$` })),
  project: Type.Optional(Type.String({ pattern: '^(IS|IS_ANY_OF):' })),
  /** Only requests that wait for an approval or for being applied by the caller. */
  actionable: Type.Optional(Type.String({ pattern: '^IS:(true|false)$' })),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  sortBy: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.String()),
})
export type RequestSearchQuery = Static<typeof RequestSearchQuery>

export const ScheduledQuery = Type.Object({
  feature: Type.Optional(Type.String()),
  strategyId: Type.Optional(Type.String()),
  segmentId: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })),
  variantForFlag: Type.Optional(Type.String()),
})
export type ScheduledQuery = Static<typeof ScheduledQuery>

export const ScheduledRequests = named(
  'changeRequestScheduledResultSchema',
  Type.Array(
    named(
      'scheduledChangeRequestViewModelSchema',
      Type.Object({ id: Type.Integer(), environment: Type.String(), title: Type.String() }, closed),
    ),
  ),
)
