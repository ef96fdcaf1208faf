import { ActionIcon, Badge } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import classes from './applications.module.css'
import { t } from './messages.ts'
import { PAGE } from './search.ts'

export const AppLink = ({ name }: { name: string }) => (
  <Link to="/applications/$app" params={{ app: name }} className="link">
    <b>{name}</b>
  </Link>
)

/** Environments by name, each with the icon of its type. */
export function Places({ names }: { names: readonly string[] }) {
  const { data } = useSuspenseQuery(environmentList)
  return (
    <span className={classes.places}>
      {names.map((name) => (
        <Environment key={name} name={name} type={data.find((one) => one.name === name)?.type ?? ''} />
      ))}
    </span>
  )
}

export const Seen = ({ at }: { at: string | null | undefined }) =>
  at ? (
    <time dateTime={at} title={formatMoment(at)} className="dim num">
      {formatAge(at)}
    </time>
  ) : null

/** The SDKs of an application; outdated versions are marked. */
export function Sdks({ names, outdated }: { names: readonly string[]; outdated: readonly string[] }) {
  return (
    <span className={classes.sdks}>
      {names.map((name) => (
        <span key={name}>
          <span className="mono">{name.replace(':', ' ')}</span>
          {outdated.includes(name) && <Outdated />}
        </span>
      ))}
    </span>
  )
}

export const Outdated = () => <Badge className={classes.mark}>{t('apps.outdated')}</Badge>

type PagerProps = { page: number; total: number; onPage(page: number): void }

export function Pager({ page, total, onPage }: PagerProps) {
  if (total <= PAGE && page === 1) return null
  const last = Math.max(1, Math.ceil(total / PAGE))
  const from = (page - 1) * PAGE + 1
  return (
    <nav className={classes.pager} aria-label={t('page.label')}>
      <span className="dim small num">
        {t('page.range', { from: Math.min(from, total), to: Math.min(total, page * PAGE), total })}
      </span>
      <ActionIcon aria-label={t('page.before')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon aria-label={t('page.after')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} stroke={1.5} />
      </ActionIcon>
    </nav>
  )
}
