import type { ScimStatus } from '@flagstaff/contract/scim'
import { formatAge, formatMoment, formatNumber } from '../../../lib/format.ts'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { Fact } from './Fact.tsx'
import { t } from './messages.ts'
import classes from './scim.module.css'

/** The provisioned accounts and groups, and the last requests of the provider. */
export function Status({ status }: { status: ScimStatus }) {
  const { activeUsers, inactiveUsers, groups, lastRequest } = status
  return (
    <SettingsCard title={t('status.title')}>
      <dl className={classes.facts}>
        <Fact label={t('status.users')}>
          <span>
            {t('status.userCount', {
              active: formatNumber(activeUsers),
              inactive: formatNumber(inactiveUsers),
            })}
          </span>
        </Fact>
        <Fact label={t('status.groups')}>
          <span>{formatNumber(groups)}</span>
        </Fact>
        <Fact label={t('status.last')}>
          {lastRequest ? (
            <span data-bad={lastRequest.status >= 400 || undefined} className={classes.request}>
              <time dateTime={lastRequest.at} title={formatMoment(lastRequest.at)}>
                {formatAge(lastRequest.at)}
              </time>
              <span className="mono">{lastRequest.request}</span>
              <span>{t('status.answered', { status: lastRequest.status })}</span>
            </span>
          ) : (
            <span className="faint">{t('status.never')}</span>
          )}
        </Fact>
      </dl>
    </SettingsCard>
  )
}
