import type { NotificationKind, PRODUCTIVITY_REPORT } from './notifications.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const REPORT: typeof PRODUCTIVITY_REPORT = 'productivity-report'

/** What notifications are about, after "email for". */
const preferenceTexts: Readonly<Record<NotificationKind | typeof PRODUCTIVITY_REPORT, string>> = {
  'review-requested': 'review requests',
  'review-decided': 'decisions on change requests',
  'schedule-failed': 'failed scheduled changes',
  'guard-tripped': 'stopped rollouts',
  'plan-paused': 'paused release plans',
  mentioned: 'mentions',
  'own-flag': 'owned and watched flags',
  'project-flag': 'flags of projects',
  'token-ending': 'expiring tokens',
  'integration-failing': 'failing integrations',
  'signal-failed': 'failed action sets',
  'access-request': 'access requests',
  'new-sign-in': 'new browsers',
  [REPORT]: 'monthly reports',
}

/** The data of an event with its records and unnamed lists in a form that reads as fields. */
export function readableFields({ preferences, match, ...data }: Fields): Fields {
  return {
    ...data,
    ...(preferences === undefined ? {} : preferenceFields(preferences)),
    ...(match === undefined ? {} : matchFields(match)),
  }
}

function preferenceFields(preferences: unknown): Fields {
  if (!Array.isArray(preferences) || !preferences.every(isPreference)) return { preferences }
  return Object.fromEntries(
    preferences.flatMap(({ kind, inApp, mail }) => {
      const name = (preferenceTexts as Readonly<Record<string, string>>)[kind] ?? kind
      return [
        [`email for ${name}`, mail],
        // A report is only sent by email.
        ...(kind === REPORT ? [] : [[`notifications for ${name}`, inApp ? 'on' : 'off']]),
      ]
    }),
  )
}

const isPreference = (value: unknown): value is { kind: string; inApp: boolean; mail: string } =>
  isFields(value) && typeof value.kind === 'string' && 'inApp' in value && 'mail' in value

/** Conditions on a payload are constraints by path. */
function matchFields(match: unknown): Fields {
  if (!isFields(match) || !isFields(match.payload)) return { match }
  const { payload, ...rest } = match
  const conditions = Object.entries(payload as Fields).map(([contextName, filter]) => ({
    contextName,
    ...(isFields(filter) ? filter : {}),
  }))
  return { match: rest, conditions }
}

/** "turn off checkout in production", if the fields are those of an action. */
export function actionText({ action, executionParams }: Fields): string | undefined {
  if (typeof action !== 'string' || !isFields(executionParams)) return undefined
  const { featureName, tag, environment } = executionParams
  const verb = action.includes('_ON') ? 'turn on' : 'turn off'
  const what = featureName ?? (tag === undefined ? 'flags' : `flags with ${tag}`)
  return `${verb} ${what}${environment === undefined ? '' : ` in ${environment}`}`
}
