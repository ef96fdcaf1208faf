import Type, { type Static } from 'typebox'
import { Event } from './events.ts'
import { OnboardingStatus, ProjectOwners } from './projects.ts'
import { closed, Nullable, named } from './schema.ts'
import { FeatureSearchResponse } from './search.ts'

const Count = Type.Integer({ minimum: 0 })
const Moment = Type.String({ format: 'date-time' })

export const activityPeriods = ['hour', 'day', 'week'] as const
export type ActivityPeriod = (typeof activityPeriods)[number]

export const HomeQuery = Type.Object({
  activity: Type.Optional(Type.Enum([...activityPeriods])),
  /** Names of flags, separated by commas. */
  recent: Type.Optional(Type.String({ maxLength: 2_000 })),
})
export type HomeQuery = Static<typeof HomeQuery>

export const WaitingItem = named(
  'homeWaitingSchema',
  Type.Object(
    {
      kind: Type.Enum(['review', 'apply', 'access-request']),
      id: Type.String(),
      title: Type.String(),
      project: Nullable(Type.String()),
      environment: Nullable(Type.String()),
      author: Type.String(),
      at: Moment,
      scheduledAt: Nullable(Moment),
      /** Approvals. */
      given: Count,
      needed: Count,
    },
    closed,
  ),
)
export type WaitingItem = Static<typeof WaitingItem>

/** Worst first. */
export const problemKinds = [
  'guard-tripped',
  'token-expires',
  'personal-token-expires',
  'no-traffic',
  'overdue',
  'stale',
  'unknown-flag',
] as const
export type ProblemKind = (typeof problemKinds)[number]

export const HomeProblem = named(
  'homeProblemSchema',
  Type.Object(
    {
      kind: Type.Enum([...problemKinds]),
      /** Of the flag or token. */
      name: Type.String(),
      project: Nullable(Type.String()),
      environment: Nullable(Type.String()),
      at: Nullable(Moment),
      detail: Nullable(Type.String()),
    },
    closed,
  ),
)
export type HomeProblem = Static<typeof HomeProblem>

export const PinnedProject = named(
  'homePinnedProjectSchema',
  Type.Object({ id: Type.String(), name: Type.String(), flags: Count, inReview: Count }, closed),
)

export const HomeActivity = named(
  'homeActivitySchema',
  Type.Object(
    {
      period: Type.Enum([...activityPeriods]),
      since: Moment,
      stepSeconds: Type.Integer({ minimum: 1 }),
      environments: Type.Array(
        Type.Object({ name: Type.String(), type: Type.String(), changes: Type.Array(Count) }, closed),
      ),
      events: Type.Array(Event),
    },
    closed,
  ),
)
export type HomeActivity = Static<typeof HomeActivity>

/** The project to connect an application to, until one evaluates a flag. */
const HomeSetup = Type.Object(
  { project: Type.String(), environment: Nullable(Type.String()), flag: Nullable(Type.String()) },
  closed,
)
export type HomeSetup = Static<typeof HomeSetup>

export const Home = named(
  'homeSchema',
  Type.Object(
    {
      waiting: Type.Array(WaitingItem),
      waitingTotal: Count,
      problems: Type.Array(HomeProblem),
      problemsTotal: Count,
      pinned: Type.Object(
        { projects: Type.Array(PinnedProject), flags: Type.Array(FeatureSearchResponse) },
        closed,
      ),
      recent: Type.Array(FeatureSearchResponse),
      activity: HomeActivity,
      setup: Nullable(HomeSetup),
    },
    closed,
  ),
)
export type Home = Static<typeof Home>

export const OnboardingQuery = Type.Object({ environment: Type.String({ minLength: 1, maxLength: 100 }) })

export const Onboarding = named(
  'onboardingSchema',
  Type.Object(
    {
      status: Type.Enum(['onboarding-started', 'first-flag-created', 'sdk-connected', 'onboarded']),
      /** The application that connected last. */
      seen: Nullable(
        Type.Object(
          {
            appName: Type.String(),
            instanceId: Type.String(),
            sdk: Nullable(Type.String()),
            via: Nullable(Type.String()),
            revision: Nullable(Type.Integer({ minimum: 0 })),
            at: Moment,
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type Onboarding = Static<typeof Onboarding>

export const PersonalDashboard = named(
  'personalDashboardSchema',
  Type.Object(
    {
      admins: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.Optional(Type.String()),
          username: Type.Optional(Type.String()),
          imageUrl: Type.Optional(Type.String()),
          email: Type.Optional(Type.String()),
        }),
      ),
      projectOwners: Type.Array(
        Type.Object({
          ownerType: Type.Enum(['user']),
          name: Type.String(),
          imageUrl: Type.Optional(Nullable(Type.String())),
          email: Type.Optional(Nullable(Type.String())),
        }),
      ),
      projects: Type.Array(
        Type.Object(
          {
            id: Type.String(),
            name: Type.String(),
            health: Count,
            technicalDebt: Type.Integer({ minimum: 0, maximum: 100 }),
            memberCount: Count,
            featureCount: Count,
          },
          closed,
        ),
      ),
      flags: Type.Array(
        Type.Object({ name: Type.String(), project: Type.String(), type: Type.String() }, closed),
      ),
    },
    closed,
  ),
)
export type PersonalDashboard = Static<typeof PersonalDashboard>

export const PersonalDashboardProject = named(
  'personalDashboardProjectDetailsSchema',
  Type.Object(
    {
      insights: Type.Object(
        {
          avgHealthCurrentWindow: Nullable(Count),
          avgHealthPastWindow: Nullable(Count),
          totalFlags: Count,
          activeFlags: Count,
          staleFlags: Count,
          potentiallyStaleFlags: Count,
          health: Count,
          technicalDebt: Type.Integer({ minimum: 0, maximum: 100 }),
        },
        closed,
      ),
      onboardingStatus: OnboardingStatus,
      latestEvents: Type.Array(
        Type.Object(
          {
            id: Type.Integer({ minimum: 1 }),
            summary: Nullable(Type.String()),
            createdBy: Type.String(),
            createdByImageUrl: Type.String(),
            createdAt: Moment,
          },
          closed,
        ),
      ),
      owners: ProjectOwners,
      roles: Type.Array(
        Type.Object(
          { name: Type.String(), id: Type.Integer(), type: Type.Enum(['custom', 'project']) },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type PersonalDashboardProject = Static<typeof PersonalDashboardProject>
