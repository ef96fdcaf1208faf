import type { Role } from '@flagstaff/contract/accounts'
import type { ServiceAccount } from '@flagstaff/contract/service-accounts'
import { Button } from '@mantine/core'
import { formatAge, formatDay, formatMoment } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/session.ts'
import type { Column } from '../../../ui/List.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { t } from './messages.ts'
import classes from './service-accounts.module.css'

type Options = {
  roles: readonly Role[]
  why: Refusal
  onEdit(id: number): void
  onTokens(id: number): void
}

export function accountColumns({ roles, why, onEdit, onTokens }: Options): Column<ServiceAccount>[] {
  const roleOf = ({ rootRole }: ServiceAccount) => roles.find(({ id }) => id === rootRole)?.name ?? ''
  return [
    {
      key: 'name',
      label: t('service.name'),
      cell: (account) => (
        <>
          <b>{account.name}</b>
          <div className={classes.username}>{account.username}</div>
        </>
      ),
    },
    { key: 'role', label: t('service.role'), width: 112, wide: true, cell: (account) => roleOf(account) },
    {
      key: 'tokens',
      label: t('service.tokens'),
      width: 112,
      cell: (account) => (
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => onTokens(account.id)}>
          {tokenText(account)}
        </Button>
      ),
    },
    {
      key: 'seen',
      label: t('service.seen'),
      width: 104,
      wide: true,
      cell: (account) => <Seen {...account} />,
    },
    {
      key: 'expires',
      label: t('service.expires'),
      width: 120,
      wide: true,
      cell: (account) => <NextEnd {...account} />,
    },
    {
      key: 'actions',
      label: '',
      width: 60,
      align: 'right',
      cell: (account) => (
        <AccountMenu
          account={account}
          why={why}
          onEdit={() => onEdit(account.id)}
          onTokens={() => onTokens(account.id)}
        />
      ),
    },
  ]
}

const tokenText = ({ tokens = [] }: ServiceAccount) =>
  tokens.length === 0 ? t('service.noTokens') : t('service.tokenCount', { count: tokens.length })

/** An account was last seen when one of its tokens was. */
function Seen({ tokens = [] }: ServiceAccount) {
  const seenAt = tokens
    .flatMap((token) => token.seenAt ?? [])
    .sort()
    .at(-1)
  if (!seenAt) return <span className="faint">{t('service.never')}</span>
  return (
    <time dateTime={seenAt} title={formatMoment(seenAt)} className="num">
      {formatAge(seenAt)}
    </time>
  )
}

function NextEnd({ tokens = [] }: ServiceAccount) {
  const [next] = tokens
    .filter(({ expiryWarning }) => expiryWarning !== 'expired')
    .sort((a, b) => a.expiresAt.localeCompare(b.expiresAt))
  if (!next) return null
  return <span className={next.expiryWarning ? classes.warn : 'dim num'}>{formatDay(next.expiresAt)}</span>
}
