import type { ApplicationOverview } from '@flagstaff/contract/applications'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRefusals } from '../../../lib/session.ts'
import { formatRich } from '../../../messages/messages.ts'
import { Refused } from '../../../ui/Refused.tsx'
import classes from './applications.module.css'
import { type Issue, issuesOf } from './issues.ts'
import { t, texts } from './messages.ts'

/** The issues of an application, and how to fix them. */
export function Issues({ app, overview }: { app: string; overview: ApplicationOverview }) {
  const issues = issuesOf(overview)
  return (
    <section>
      <h2>{t('issues.title')}</h2>
      {issues.length === 0 ? (
        <p className="faint">{t('issues.none')}</p>
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
                <span className="dim small">
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

/** A link to where the issue can be fixed. */
function Way({ app, issue: { kind, name, environments } }: { app: string; issue: Issue }) {
  const refusal = useRefusals()
  const label = (text: string) => (
    <>
      {text}
      <span className="hidden"> {name}</span>
    </>
  )
  if (kind === 'sdk')
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
        {label(t('issues.who'))}
      </Button>
    )
  const why = refusal(kind === 'flag' ? 'CREATE_FEATURE' : 'CREATE_STRATEGY', {})
  const text = label(t(kind === 'flag' ? 'issues.create' : 'issues.define'))
  if (why)
    return (
      <Refused why={why}>
        <Button variant="default" aria-disabled>
          {text}
        </Button>
      </Refused>
    )
  return (
    <Button
      variant="default"
      renderRoot={(props) =>
        kind === 'flag' ? (
          <Link {...props} to="/search" search={{ create: true, name }} />
        ) : (
          <Link {...props} to="/strategies/create" />
        )
      }
    >
      {text}
    </Button>
  )
}
