import {
  type MailChoice,
  type NotificationKind,
  type NotificationPreference,
  notificationDefaults,
  notificationKinds,
  PRODUCTIVITY_REPORT,
} from '@flagstaff/contract/notifications'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

/** A kind of notification, or an email that is not about one. */
export type Preference = { kind: string; inApp: boolean; mail: MailChoice }

/** What an account chose, in place of the defaults. */
const listChosen = (db: Reader, userId: number): Promise<Preference[]> =>
  rowsOf(
    db,
    sql<Preference>`select kind, in_app as "inApp", mail from notification_preferences where user_id = ${userId}`,
  )

export async function listPreferences(db: Reader, userId: number): Promise<NotificationPreference[]> {
  const chosen = new Map((await listChosen(db, userId)).map((one) => [one.kind, one]))
  return notificationKinds.map((kind) => {
    const { inApp, mail } = chosen.get(kind) ?? notificationDefaults[kind]
    return { kind, inApp, mail }
  })
}

const defaultOf = (kind: string) =>
  Object.hasOwn(notificationDefaults, kind)
    ? notificationDefaults[kind as NotificationKind]
    : ({ inApp: false, mail: 'off' } as const)

/** Locks the preferences of an account until the commit, so that two requests cannot both insert one. */
export async function lockPreferences(
  tx: Tx,
  userId: number,
  kinds: readonly string[],
): Promise<Preference[]> {
  await tx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const chosen = new Map((await listChosen(tx.read, userId)).map((one) => [one.kind, one]))
  return kinds.map((kind) => ({ kind, ...defaultOf(kind), ...chosen.get(kind) }))
}

export async function replacePreferences(tx: Tx, userId: number, list: readonly Preference[]): Promise<void> {
  await tx.db
    .insertInto('notification_preferences')
    .values(list.map(({ kind, inApp, mail }) => ({ user_id: userId, kind, in_app: inApp, mail })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({
        in_app: sql`excluded.in_app`,
        mail: sql`excluded.mail`,
      }),
    )
    .execute()
}

export async function hasReport(db: Reader, userId: number): Promise<boolean> {
  const report = (await listChosen(db, userId)).find(({ kind }) => kind === PRODUCTIVITY_REPORT)
  return report !== undefined && report.mail !== 'off'
}

export async function findEmail(db: Reader, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email ?? null
}
