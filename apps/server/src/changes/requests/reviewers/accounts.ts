import type { ReviewAccount, ReviewAccounts, Reviewer } from '@flagstaff/contract/change-requests'
import { type Holders, listHolders } from '../../../people/access/index.ts'
import { imageOf } from '../../../people/auth/index.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Place } from '../../../platform/write/effects.ts'

type Account = Holders['accounts'][number]

/** The people who can approve changes. */
export async function listReviewers(read: Reader, place: Place): Promise<Reviewer[]> {
  const { accounts } = await listHolders(read, 'APPROVE_CHANGE_REQUEST', place, { peopleOnly: true })
  return accounts.map(({ email, ...account }) => ({
    ...account,
    email: email ?? '',
    imageUrl: imageOf({ ...account, email }),
  }))
}

const MOST_ACCOUNTS = 50

/** Who can approve, apply and skip. Scripts can do the last two, so service accounts are listed there. */
export async function listReviewAccounts(read: Reader, place: Place): Promise<ReviewAccounts> {
  const most = MOST_ACCOUNTS
  const [approve, apply, skip] = await Promise.all([
    listHolders(read, 'APPROVE_CHANGE_REQUEST', place, { most, peopleOnly: true }),
    listHolders(read, 'APPLY_CHANGE_REQUEST', place, { most }),
    listHolders(read, 'SKIP_CHANGE_REQUEST', place, { most }),
  ])
  return {
    approve: approve.accounts.map(toAccount),
    apply: apply.accounts.map(toAccount),
    skip: skip.accounts.map(toAccount),
    totals: { approve: approve.total, apply: apply.total, skip: skip.total },
  }
}

/** The email address is shown only if the account has no other name, as for project owners. */
const toAccount = (account: Account): ReviewAccount => ({
  id: account.id,
  name: account.name || account.username || account.email || String(account.id),
  username: account.username,
  imageUrl: imageOf(account),
})
