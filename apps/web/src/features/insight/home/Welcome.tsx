import type { HomeSetup } from '@flagstaff/contract/home'
import { Button, Progress } from '@mantine/core'
import { IconCheck, IconFileImport, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayOpen } from '../../../lib/places.ts'
import { setPreference } from '../../../lib/preferences.ts'
import { projectList } from '../../../lib/projects.ts'
import { me } from '../../../lib/session.ts'
import { ListPage } from '../../../ui/List.tsx'
import { nameOf } from '../../../ui/Person.tsx'
import { Connect } from './Connect.tsx'
import { FirstFlag } from './FirstFlag.tsx'
import classes from './home.module.css'
import { t } from './messages.ts'
import { onboarding } from './queries.ts'
import { pathOfFlag } from './Recent.tsx'

type WelcomeProps = { setup: HomeSetup; onLeave(): void }

/** The first steps: from an empty project to an application that evaluates a flag. */
export function Welcome({ setup, onLeave }: WelcomeProps) {
  const { project, flag, environment } = setup
  const { data: account } = useSuspenseQuery(me)
  const { data: projects } = useQuery(projectList)
  const { data: state } = useQuery({
    ...onboarding(project, environment ?? ''),
    enabled: flag !== null && environment !== null,
  })
  const name = projects?.find(({ id }) => id === project)?.name ?? project
  const isDone = state?.status === 'onboarded'
  const done = 1 + (flag === null ? 0 : 1) + (isDone ? 1 : 0)
  const skip = () => {
    setPreference('setup', 'skipped')
    onLeave()
  }
  return (
    <ListPage
      title={t('welcome.title', { name: nameOf(account.user).split(' ')[0] ?? '' })}
      facts={t('welcome.text')}
      actions={
        <>
          <span className={classes.progress}>
            <span className="small num">{t('welcome.progress', { done })}</span>
            <Progress value={(done * 100) / 3} w={96} size={4} aria-label={t('welcome.progress', { done })} />
          </span>
          <Button variant="subtle" onClick={skip}>
            {t('welcome.skip')}
          </Button>
        </>
      }
    >
      <div className={classes.two}>
        <ol className={classes.steps}>
          <Step number={1} title={t('welcome.project')} state="done">
            <p className="dim">{t('welcome.projectText', { project: name })}</p>
          </Step>
          <Step number={2} title={t('welcome.flag')} state={flag === null ? 'open' : 'done'}>
            {flag === null && environment !== null ? (
              <FirstFlag project={project} environment={environment} />
            ) : (
              <p className="dim">{flag !== null && t('welcome.flagText', { flag, project: name })}</p>
            )}
          </Step>
          <Step
            number={3}
            title={t('welcome.connect')}
            state={isDone ? 'done' : flag === null ? 'later' : 'open'}
          >
            {flag !== null && environment !== null && (
              <Connect place={{ project, flag, environment }} seen={state?.seen} isDone={isDone} />
            )}
          </Step>
          <Step number={4} title={t('welcome.production')} state={isDone ? 'open' : 'later'}>
            <p className="dim">{t('welcome.productionText')}</p>
            {isDone && flag !== null && (
              <div className={classes.ways}>
                <Button component={Link} to={pathOfFlag(project, flag)} variant="filled">
                  {t('welcome.open', { flag })}
                </Button>
                <Button variant="default" onClick={onLeave}>
                  {t('welcome.home')}
                </Button>
              </div>
            )}
          </Step>
        </ol>
        <More project={project} />
      </div>
    </ListPage>
  )
}

type StepProps = { number: number; title: string; state: 'done' | 'open' | 'later'; children: ReactNode }

function Step({ number, title, state, children }: StepProps) {
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'open' ? 'step' : undefined}>
      <span className={classes.mark} aria-hidden="true">
        {state === 'done' ? <IconCheck size={14} stroke={2} /> : number}
      </span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  )
}

function More({ project }: { project: string }) {
  const mayOpen = useMayOpen()
  return (
    <aside className={classes.aside}>
      <section aria-label={t('welcome.unleash')}>
        <h2>{t('welcome.unleash')}</h2>
        <p className="dim">{t('welcome.unleashText')}</p>
        <Button
          component={Link}
          to={`/projects/${encodeURIComponent(project)}/import`}
          variant="default"
          leftSection={<IconFileImport size={14} stroke={1.75} />}
        >
          {t('welcome.import')}
        </Button>
      </section>
      {mayOpen('/admin/users') && (
        <section aria-label={t('welcome.team')}>
          <h2>{t('welcome.team')}</h2>
          <p className="dim">{t('welcome.teamText')}</p>
          <Button
            component={Link}
            to="/admin/users"
            variant="default"
            leftSection={<IconUserPlus size={14} stroke={1.75} />}
          >
            {t('welcome.invite')}
          </Button>
        </section>
      )}
    </aside>
  )
}
