import type { Reviewer } from '@flagstaff/contract/change-requests'
import { accountColumns, toUser } from '../../../people/auth/index.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Viewer } from '../../../platform/write/actor.ts'
import { findVisible } from './queries.ts'

/** The accounts that were asked to review a request. */
export async function listAskedReviewers(
  db: Reader,
  viewer: Viewer,
  ref: { project: string; id: number },
): Promise<Reviewer[]> {
  const { id } = await findVisible(db, viewer, ref)
  const rows = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('request_reviewers').select('user_id').where('request', '=', id))
    .orderBy('id')
    .execute()
  return rows.map(toUser).map(({ id: account, email = '', name = null, username = null, imageUrl }) => ({
    id: account,
    email,
    name,
    username,
    imageUrl,
  }))
}
