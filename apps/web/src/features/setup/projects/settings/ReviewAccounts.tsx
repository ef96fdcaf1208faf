import type { ReviewAccounts as Accounts, ReviewAccount } from '@flagstaff/contract/change-requests'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../../../lib/session.ts'
import { t as shared } from '../../../../messages/en.ts'
import { Loading } from '../../../../ui/Loading.tsx'
import { Person } from '../../../../ui/Person.tsx'
import { t } from '../messages.ts'
import classes from './reviews.module.css'

const kinds = ['approve', 'apply', 'skip'] as const

type ReviewAccountsProps = {
  project: string
  environment: string
  accounts: Accounts | undefined
  error: Error | null
  retry(): void
}

/** Who can approve, apply and skip in an environment. */
export function ReviewAccounts({ project, environment, accounts, error, retry }: ReviewAccountsProps) {
  return (
    <section className={classes.who} aria-label={t('reviews.who', { environment })}>
      {error && !accounts && (
        <p className={classes.failed} role="alert">
          {error.message}
          <Button variant="default" onClick={retry}>
            {shared('state.retry')}
          </Button>
        </p>
      )}
      {!error && !accounts && <Loading rows={3} height={28} />}
      {accounts && (
        <>
          <dl>
            {kinds.map((kind) => (
              <div key={kind}>
                <dt>{t(`reviews.${kind}`)}</dt>
                <dd>
                  <People accounts={accounts[kind]} total={accounts.totals[kind]} />
                </dd>
              </div>
            ))}
          </dl>
          <AccessLink project={project} />
        </>
      )}
    </section>
  )
}

const SHOWN = 3

function People({ accounts, total }: { accounts: readonly ReviewAccount[]; total: number }) {
  if (total === 0) return <span className="dim">{t('reviews.nobody')}</span>
  const rest = accounts.slice(SHOWN)
  const unlisted = total - accounts.length
  return (
    <>
      <Names accounts={accounts.slice(0, SHOWN)} />
      {rest.length > 0 && (
        // Not a button: it must also open in a form that is read-only.
        <details>
          <summary>{t('reviews.more', { count: total - SHOWN })}</summary>
          <Names accounts={rest} />
          {unlisted > 0 && <p className="dim">{t('reviews.unlisted', { count: unlisted })}</p>}
        </details>
      )}
    </>
  )
}

const Names = ({ accounts }: { accounts: readonly ReviewAccount[] }) => (
  <ul>
    {accounts.map(({ id, name }) => (
      <li key={id}>
        <Person name={name} />
      </li>
    ))}
  </ul>
)

function useAccessPath(project: string): string | undefined {
  const refusal = useCan(['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'], { project })
  return refusal ? undefined : `/projects/${encodeURIComponent(project)}/settings/access`
}

function AccessLink({ project }: { project: string }) {
  const to = useAccessPath(project)
  return to ? (
    <Link to={to} className="link small">
      {t('reviews.access')}
    </Link>
  ) : null
}

type TooFewProps = { project: string; environment: string; count: number; needed: number }

/** Warns that requests could never get enough approvals. */
export function TooFew({ project, environment, count, needed }: TooFewProps) {
  const to = useAccessPath(project)
  return (
    <div className={classes.warning} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <p>
        <b>{t('reviews.tooFew', { count, environment })}</b>
        <br />
        {t('reviews.tooFewText', { needed })}
      </p>
      {to && (
        <Button component={Link} to={to} variant="default">
          {t('reviews.access')}
        </Button>
      )}
    </div>
  )
}

/** What the stored settings let pass. */
export const LooseReviews = () => (
  <div className={classes.warning} role="note">
    <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
    <p>
      <b>{t('reviews.loose')}</b>
      <br />
      {t('reviews.looseText')}
    </p>
  </div>
)
