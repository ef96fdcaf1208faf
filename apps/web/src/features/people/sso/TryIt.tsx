import type { SignInProvider, Trial } from '@flagstaff/contract/sso'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useCan } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { t } from './messages.ts'
import { beginTrial, trialResult } from './queries.ts'
import classes from './sso.module.css'

/** A test sign-in through the provider, and its result. */
export function TryIt({ provider, tried }: { provider: SignInProvider; tried: string | undefined }) {
  const refusal = useCan(['ADMIN', 'UPDATE_AUTH_CONFIGURATION'])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      location.assign(await beginTrial(provider))
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : shared('state.failed'))
      setBusy(false)
    }
  }
  return (
    <SettingsCard title={t('trial.title')} text={t('trial.text')} problem={problem}>
      {tried && <Outcome key={tried} tried={tried} />}
      <div className={classes.row}>
        <Refused why={refusal}>
          <Button
            variant="default"
            loading={busy}
            aria-disabled={refusal ? true : undefined}
            onClick={() => {
              if (!refusal) void start()
            }}
          >
            {t(tried ? 'trial.again' : 'trial.start')}
          </Button>
        </Refused>
      </div>
    </SettingsCard>
  )
}

function Outcome({ tried }: { tried: string }) {
  const { data, error } = useQuery(trialResult(tried))
  if (error) return <p className="dim small">{t('trial.failed')}</p>
  if (!data) return null
  return (
    <>
      <p className={classes.outcome} data-bad={data.outcome === 'refuse' || undefined} role="status">
        {t(`trial.${data.outcome}`, {
          account: data.account,
          role: data.rootRole,
          reason: data.reason,
        })}
      </p>
      <Told trial={data} />
    </>
  )
}

function Told({ trial }: { trial: Trial }) {
  const { groups } = trial
  const facts: [string, string | null][] = [
    [t('trial.issuer'), trial.issuer],
    [t('trial.subject'), trial.subject],
    [t('trial.email'), trial.email],
    [t('trial.name'), trial.name],
    [t('trial.groups'), groups ? groups.join(', ') || t('trial.noGroups') : t('trial.groupsUnread')],
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <div>
        <span className="dim small">{t('trial.claims')}</span>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: must be scrollable by keyboard */}
        <pre className={`${classes.claims} mono`} tabIndex={0}>
          {trial.claims}
        </pre>
      </div>
    </>
  )
}
