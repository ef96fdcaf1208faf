import {
  mailChoices,
  notificationKinds,
  PRODUCTIVITY_REPORT,
  securityKinds,
} from '@flagstaff/contract/notifications'
import Type from 'typebox'
import { accountOf } from '../../../people/tokens/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { DIGEST } from '../mails/links.ts'
import { preferencesUpdated } from './events.ts'
import { listPreferences, lockPreferences, type Preference, replacePreferences } from './queries.ts'

/** Records only what differs, and returns what was there before. */
async function replace(tx: Tx, userId: number, wanted: readonly Preference[]): Promise<Preference[]> {
  // The last one counts if a kind is listed twice.
  const list = [...new Map(wanted.map((one) => [one.kind, one])).values()]
  const before = await lockPreferences(
    tx,
    userId,
    list.map(({ kind }) => kind),
  )
  const changed = list.filter(({ inApp, mail }, i) => before[i]?.inApp !== inApp || before[i]?.mail !== mail)
  const replaced = before.filter(({ kind }) => changed.some((one) => one.kind === kind))
  if (changed.length === 0) return []
  await replacePreferences(tx, userId, changed)
  tx.record(preferencesUpdated(userId, replaced, changed))
  return replaced
}

/** Also covers emails that are not about a notification, for the inverse of a subscription. */
const Chosen = Type.Object({
  preferences: Type.Array(
    Type.Object({
      kind: Type.Enum([...notificationKinds, PRODUCTIVITY_REPORT]),
      inApp: Type.Boolean(),
      mail: Type.Enum([...mailChoices]),
    }),
    { maxItems: 50 },
  ),
})

export const setPreferences = command({
  name: 'notification.set-preferences',
  input: Chosen,
  permission: 'authenticated',
  scope: () => ({}),
  run: (tx, { preferences }) => replace(tx, accountOf(tx.caller), preferences),
  inverse: (_input, before): Order | undefined => undoOf(before),
})

const undoOf = (before: readonly Preference[]): Order | undefined =>
  before.length === 0 ? undefined : setPreferences.with({ preferences: [...before] as never })

export const subscribe = command({
  name: 'notification.subscribe',
  input: Type.Object({ subscription: Type.String(), wanted: Type.Boolean() }),
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { subscription, wanted }) {
    if (!isSubscription(subscription)) throw notFound('email', subscription)
    const userId = accountOf(tx.caller)
    const [now] = await lockPreferences(tx, userId, [subscription])
    if (!now) return []
    const mail = wanted ? (now.mail === 'off' ? 'now' : now.mail) : 'off'
    return replace(tx, userId, [{ ...now, mail }])
  },
  inverse: (_input, before): Order | undefined => undoOf(before),
})

export const isSubscription = (name: string): boolean =>
  name === PRODUCTIVITY_REPORT || (notificationKinds as string[]).includes(name)

/** Ends the emails that a link is about. The link is proof enough, so this needs no sign-in. */
export const unsubscribe = command({
  name: 'notification.unsubscribe',
  input: Type.Object({ userId: Type.Integer(), subscription: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  // Mail programs do not try again.
  allowedWhen: ['maintenance'],
  async run(tx, { userId, subscription }) {
    if (subscription !== DIGEST) {
      const [now] = await lockPreferences(tx, userId, [subscription])
      if (now) await replace(tx, userId, [{ ...now, mail: 'off' }])
      return
    }
    const daily = (await listPreferences(tx.read, userId)).filter(
      ({ kind, mail }) => mail === 'daily' && !securityKinds.includes(kind),
    )
    await replace(
      tx,
      userId,
      daily.map((one) => ({ ...one, mail: 'off' as const })),
    )
  },
})
