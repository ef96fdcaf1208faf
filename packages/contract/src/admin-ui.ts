import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

const Moment = Type.String({ format: 'date-time' })
const MarkId = Type.String({ minLength: 1, maxLength: 100 })
const Text = Nullable(Type.String({ maxLength: 2000 }))

/** The id of a splash screen or of a feedback prompt. */
export const MarkParams = Type.Object({ id: MarkId })

export const FeedbackCreate = named(
  'feedbackCreateSchema',
  Type.Object({ feedbackId: MarkId, neverShow: Type.Optional(Type.Boolean()) }),
)

export const FeedbackUpdate = named(
  'feedbackUpdateSchema',
  Type.Object({
    userId: Type.Optional(Type.Integer()),
    neverShow: Type.Optional(Type.Boolean()),
    given: Type.Optional(Nullable(Moment)),
  }),
)

export const SplashResponse = named(
  'splashResponseSchema',
  Type.Object({ userId: Type.Integer(), splashId: Type.String(), seen: Type.Boolean() }, closed),
)

export const ProvideFeedback = named(
  'provideFeedbackSchema',
  Type.Object(
    {
      category: Type.String({ minLength: 1, maxLength: 100 }),
      userType: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
      difficultyScore: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 7 }))),
      positive: Type.Optional(Text),
      areasForImprovement: Type.Optional(Text),
    },
    closed,
  ),
)
export type ProvideFeedback = Static<typeof ProvideFeedback>

export const Feedback = named(
  'feedbackSchema',
  Type.Object(
    {
      id: Type.Integer(),
      createdAt: Moment,
      category: Type.String(),
      userType: Nullable(Type.String()),
      difficultyScore: Nullable(Type.Integer()),
      positive: Nullable(Type.String()),
      areasForImprovement: Nullable(Type.String()),
    },
    closed,
  ),
)
export type Feedback = Static<typeof Feedback>

export const FeedbackList = named('feedbackListSchema', Type.Array(Feedback))

export const RecordUiError = named(
  'recordUiErrorSchema',
  Type.Object({
    errorMessage: Type.String({ maxLength: 10_000 }),
    errorStack: Type.Optional(Type.String({ maxLength: 50_000 })),
  }),
)
export type RecordUiError = Static<typeof RecordUiError>

export const TelemetrySettings = named(
  'telemetrySettingsSchema',
  Type.Object(
    { versionInfoCollectionEnabled: Type.Boolean(), featureInfoCollectionEnabled: Type.Boolean() },
    closed,
  ),
)

export const License = named(
  'licenseReadSchema',
  Type.Object(
    {
      isValid: Type.Boolean(),
      type: Type.String(),
      plan: Type.String(),
      instanceId: Type.String(),
      resources: Type.Object({}, closed),
    },
    closed,
  ),
)

export const UpdateLicense = named(
  'licenseUpdateSchema',
  Type.Object({ token: Type.String({ maxLength: 10_000 }) }, closed),
)

export const LicenseCheck = named('licenseCheckSchema', Type.Object({ isValid: Type.Boolean() }, closed))
