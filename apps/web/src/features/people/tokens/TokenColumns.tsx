import type { ApiToken } from '@flagstaff/contract/tokens'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatAge, formatDay, formatMoment } from '../../../lib/format.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import type { Column } from '../../../ui/List.tsx'
import { t } from './messages.ts'
import { TokenMenu } from './TokenMenu.tsx'
import classes from './tokens.module.css'
import { beginningOf, isExpiring, isUnused, kindOf } from './views.ts'

const kinds = { backend: 'tokens.backend', frontend: 'tokens.frontend', admin: 'tokens.adminKind' } as const

export function useTokenColumns(): Column<ApiToken>[] {
  const { data: environments } = useSuspenseQuery(environmentList)
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  return [
    {
      key: 'name',
      label: t('tokens.name'),
      cell: (token) => (
        <>
          <b>{token.tokenName}</b>
          <div className={classes.narrow}>{projectsOf(token)}</div>
        </>
      ),
    },
    { key: 'kind', label: t('tokens.kind'), width: 88, wide: true, cell: (token) => <Kind token={token} /> },
    {
      key: 'environment',
      label: t('tokens.environment'),
      width: 132,
      cell: ({ environment = '*' }) =>
        environment === '*' ? (
          <span className="dim">{t('tokens.every')}</span>
        ) : (
          <Environment name={environment} type={typeOf(environment)} />
        ),
    },
    {
      key: 'projects',
      label: t('tokens.projects'),
      width: 144,
      wide: true,
      cell: (token) => <span className={classes.cut}>{projectsOf(token)}</span>,
    },
    {
      key: 'begins',
      label: t('tokens.begins'),
      width: 104,
      wide: true,
      cell: (token) => <span className="mono dim">{beginningOf(token)}</span>,
    },
    {
      key: 'created',
      label: t('tokens.created'),
      width: 104,
      wide: true,
      cell: ({ createdAt }) => <span className="dim num">{formatDay(createdAt)}</span>,
    },
    { key: 'seen', label: t('tokens.seen'), width: 96, wide: true, cell: (token) => <Seen token={token} /> },
    {
      key: 'expires',
      label: t('tokens.expires'),
      width: 104,
      wide: true,
      cell: (token) => <Expires token={token} />,
    },
    { key: 'actions', label: '', width: 60, align: 'right', cell: (token) => <TokenMenu token={token} /> },
  ]
}

const projectsOf = ({ projects }: ApiToken) =>
  projects.includes('*') ? t('tokens.allProjects') : projects.join(', ')

const Kind = ({ token }: { token: ApiToken }) => <span className="dim">{t(kinds[kindOf(token)])}</span>

function Seen({ token }: { token: ApiToken }) {
  const { seenAt } = token
  const tone = isUnused(token) ? classes.warn : 'num'
  if (!seenAt) return <span className={isUnused(token) ? classes.warn : 'faint'}>{t('tokens.never')}</span>
  return (
    <time dateTime={seenAt} title={formatMoment(seenAt)} className={tone}>
      {formatAge(seenAt)}
    </time>
  )
}

function Expires({ token }: { token: ApiToken }) {
  const { expiresAt } = token
  if (!expiresAt) return <span className="faint">{t('tokens.noExpiry')}</span>
  if (!isExpiring(token)) return <span className="dim num">{formatDay(expiresAt)}</span>
  const age = formatAge(expiresAt)
  return (
    <time dateTime={expiresAt} title={formatMoment(expiresAt)} className={classes.warn}>
      {Date.parse(expiresAt) < Date.now() ? t('tokens.expired', { age }) : age}
    </time>
  )
}
