import type { ActivityPeriod } from '@flagstaff/contract/home'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Aside } from './Aside.tsx'
import classes from './home.module.css'
import { t } from './messages.ts'
import { Problems } from './Problems.tsx'
import { homePage, usageOf } from './queries.ts'
import { Recent } from './Recent.tsx'
import { Waiting } from './Waiting.tsx'
import { Welcome } from './Welcome.tsx'

/** What waits for the user, what is wrong with their flags, and where they were. */
export function Home() {
  usePage([{ label: t('title') }])
  const [period, setPeriod] = useState<ActivityPeriod>('day')
  const { data, error, refetch } = useQuery(homePage(period))
  const { setup, stay } = useSetup(data?.setup)
  const flags = data && [...data.problems.filter(isFlag), ...data.recent].map(({ name }) => name)
  const { data: usage } = useQuery(usageOf([...new Set(flags)].slice(0, 100)))
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={12} />
  if (setup) return <Welcome setup={setup} onLeave={stay} />
  const project = data.pinned.projects[0]?.id ?? data.recent[0]?.project
  const facts = `${t('factWaiting', { count: data.waitingTotal })} · ${t('factProblems', { count: data.problemsTotal })}`
  return (
    <ListPage title={t('title')} facts={facts} actions={<NewFlag project={project} />}>
      <div className={classes.two}>
        <div className={classes.main}>
          <Waiting items={data.waiting} total={data.waitingTotal} />
          <Problems problems={data.problems} total={data.problemsTotal} usage={usage} />
          <Recent flags={data.recent} usage={usage} />
        </div>
        <Aside home={data} period={period} onPeriod={setPeriod} />
      </div>
    </ListPage>
  )
}

const isFlag = ({ kind }: { kind: string }) => !/token|unknown/.test(kind)

/** The first steps stay until the user leaves them, even if an application connects while they are open. */
function useSetup(offered: Parameters<typeof Welcome>[0]['setup'] | null | undefined) {
  const skipped = usePreference('setup', '') === 'skipped'
  const [kept, setKept] = useState(offered)
  const [left, setLeft] = useState(false)
  if (offered && !skipped && JSON.stringify(offered) !== JSON.stringify(kept)) setKept(offered)
  return { setup: skipped || left ? null : kept, stay: () => setLeft(true) }
}

/** In the first pinned project, or the project of the flag that was opened last. */
function NewFlag({ project }: { project: string | undefined }) {
  const look = { variant: 'default', leftSection: <IconPlus size={14} stroke={1.75} /> } as const
  if (project === undefined)
    return (
      <Button {...look} component={Link} to="/projects">
        {t('newFlag')}
      </Button>
    )
  return (
    <Button
      {...look}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/projects/$projectId"
          params={{ projectId: project }}
          search={{ create: true }}
        />
      )}
    >
      {t('newFlag')}
    </Button>
  )
}
