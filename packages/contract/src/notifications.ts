import Type, { type Static } from 'typebox'
import { closed, Nullable, named, RowId } from './schema.ts'

export const mailChoices = ['now', 'daily', 'off'] as const
export type MailChoice = (typeof mailChoices)[number]

type Defaults = { inApp: boolean; mail: MailChoice }

/** What people are notified of, and how unless they choose otherwise. */
export const notificationDefaults = {
  'review-requested': { inApp: true, mail: 'now' },
  'review-decided': { inApp: true, mail: 'now' },
  'schedule-failed': { inApp: true, mail: 'now' },
  'guard-tripped': { inApp: true, mail: 'now' },
  'plan-paused': { inApp: true, mail: 'now' },
  mentioned: { inApp: true, mail: 'now' },
  'own-flag': { inApp: true, mail: 'daily' },
  'project-flag': { inApp: false, mail: 'off' },
  'token-ending': { inApp: true, mail: 'now' },
  'integration-failing': { inApp: true, mail: 'now' },
  'signal-failed': { inApp: true, mail: 'now' },
  'access-request': { inApp: true, mail: 'now' },
  'new-sign-in': { inApp: false, mail: 'off' },
} as const satisfies Record<string, Defaults>

export type NotificationKind = keyof typeof notificationDefaults
export const notificationKinds = Object.keys(notificationDefaults) as NotificationKind[]

const Kind = Type.Enum([...notificationKinds])

/** Kinds whose emails cannot be ended with a link, so that a forwarded email cannot hide an intruder. */
export const securityKinds: readonly string[] = ['new-sign-in'] satisfies NotificationKind[]

/** Emails that are not about a notification. */
export const PRODUCTIVITY_REPORT = 'productivity-report'

export const NotificationAuthor = Type.Object(
  { username: Nullable(Type.String()), imageUrl: Nullable(Type.String()) },
  closed,
)

/** `name` says whether it is a name, which is the same in every language. */
const MessagePart = named(
  'notificationPartSchema',
  Type.Object({ text: Type.String(), name: Type.Boolean() }, closed),
)
export type MessagePart = Static<typeof MessagePart>

export const Notification = named(
  'notificationSchema',
  Type.Object(
    {
      id: Type.Integer(),
      message: Type.String(),
      /** The message without its project and environment, in parts: words, and names. */
      parts: Type.Array(MessagePart),
      /** A path of the web interface. */
      link: Type.String(),
      notificationType: Type.Enum(['change-request', 'toggle']),
      createdBy: NotificationAuthor,
      createdAt: Type.String({ format: 'date-time' }),
      readAt: Nullable(Type.String({ format: 'date-time' })),
      kind: Kind,
      /** What the notification is about: the name of a flag, the title of a change request, a token. */
      subject: Nullable(Type.String()),
      project: Nullable(Type.String()),
      environment: Nullable(Type.String()),
      /** How many events of one change it stands for. */
      events: Type.Integer({ minimum: 1 }),
    },
    closed,
  ),
)
export type Notification = Static<typeof Notification>

export const Notifications = named('notificationsSchema', Type.Array(Notification))

/** Lists return at most this many. */
export const MOST_NOTIFICATIONS = 100
export const KEPT_DAYS = 90

export const MarkAsRead = named(
  'markNotificationsAsReadSchema',
  Type.Object({ notifications: Type.Array(RowId, { maxItems: 1000 }) }),
)

export const NotificationPreference = named(
  'notificationPreferenceSchema',
  Type.Object({ kind: Kind, inApp: Type.Boolean(), mail: Type.Enum([...mailChoices]) }, closed),
)
export type NotificationPreference = Static<typeof NotificationPreference>

export const NotificationPreferences = named(
  'notificationPreferencesSchema',
  Type.Object(
    {
      preferences: Type.Array(NotificationPreference),
      /** The address that emails are sent to; null if the account has none, or if the server sends no email. */
      email: Nullable(Type.String()),
      /** The time zone of the daily email and the monthly report, which are sent at 08:00. */
      timeZone: Type.String(),
      /** Whether the account gets a report by email on the first day of each month. */
      productivityReport: Type.Boolean(),
    },
    closed,
  ),
)
export type NotificationPreferences = Static<typeof NotificationPreferences>

export const SetNotificationPreferences = named(
  'setNotificationPreferencesSchema',
  Type.Object({ preferences: Type.Array(NotificationPreference, { minItems: 1, maxItems: 50 }) }, closed),
)

export const SubscriptionParams = Type.Object({ subscription: Type.String({ maxLength: 100 }) })
export const UnsubscribeParams = Type.Object({ token: Type.String({ maxLength: 500 }) })
