import type { ApplicationOverview } from '@flagstaff/contract/applications'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatRich } from '../../messages/messages.ts'
import classes from './applications.module.css'
import { type Issue, issuesOf } from './issues.ts'
import { t, texts } from './messages.ts'

/** What is wrong, and what to do next. */
export function Issues({ app, overview }: { app: string; overview: ApplicationOverview }) {
  const issues = issuesOf(overview)
  return (
    <section>
      <h2>{t('issues.title')}</h2>
      {issues.length === 0 ? (
        <p className="t3">{t('issues.none')}</p>
      ) : (
        <ul className={classes.issues} aria-label={t('issues.title')}>
          {issues.map((issue) => (
            <li key={`${issue.kind} ${issue.name}`}>
              <IconAlertTriangle size={16} stroke={1.5} className={classes.warn} aria-hidden="true" />
              <span>
                {formatRich<ReactNode>(texts[`issues.${issue.kind}`], {
                  name: issue.name,
                  sdk: issue.name.replace(':', ' '),
                  b: (parts: ReactNode[]) => <b key="b">{parts}</b>,
                })}
                <span className="t2 small">
                  {t(`issues.${issue.kind}Text`, { environments: issue.environments.join(', ') })}
                </span>
              </span>
              <Way app={app} issue={issue} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Way({ app, issue: { kind, name, environments } }: { app: string; issue: Issue }) {
  if (kind === 'flag')
    return (
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/search" search={{ create: true, name }} />}
      >
        {t('issues.create')}
        <span className="hidden"> {name}</span>
      </Button>
    )
  if (kind === 'strategy')
    return (
      <Button component={Link} to="/strategies/create" variant="default">
        {t('issues.define')}
        <span className="hidden"> {name}</span>
      </Button>
    )
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/applications/$app/instances"
          params={{ app }}
          search={{ environment: environments[0] }}
        />
      )}
    >
      {t('issues.who')}
      <span className="hidden"> {name}</span>
    </Button>
  )
}
