import type { ResultOf } from '@flagstaff/client'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { setPreference, usePreference } from '../../../lib/preferences.ts'
import { me } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { nameOf } from '../../../ui/Person.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { t } from './messages.ts'
import { ProfilePage } from './ProfilePage.tsx'
import classes from './profile.module.css'
import { profile } from './queries.ts'

export function Profile() {
  usePage([{ label: t('profile.title') }])
  const { data } = useSuspenseQuery(me)
  return (
    <ProfilePage current="/profile">
      <ListPage title={nameOf(data.user)}>
        <SettingsCard title={t('profile.you')} text={t('profile.managed')}>
          <You />
        </SettingsCard>
        <SettingsCard title={t('profile.look')} text={t('profile.lookText')}>
          <Look />
        </SettingsCard>
      </ListPage>
    </ProfilePage>
  )
}

function You() {
  const { user } = useSuspenseQuery(me).data
  const query = useQuery(profile)
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t('profile.name')}>{user.name || '–'}</Fact>
        <Fact label={t('profile.username')}>{user.username || '–'}</Fact>
        <Fact label={t('profile.email')}>{user.email || '–'}</Fact>
      </dl>
      <Loaded query={query} name={t('profile.access')} loading={<Loading rows={3} />}>
        {(access) => <Access {...access} />}
      </Loaded>
    </>
  )
}

function Access({ rootRole, groups = [], projects = [] }: ResultOf<'GET /api/admin/user/profile'>) {
  return (
    <dl className={classes.facts}>
      <Fact label={t('profile.role')}>
        <b>{rootRole.name}</b> <span className="faint">{rootRole.description}</span>
      </Fact>
      <Fact label={t('profile.groups')}>
        {groups.length > 0 ? (
          groups.map(({ name }) => name).join(', ')
        ) : (
          <span className="faint">{t('profile.noGroups')}</span>
        )}
      </Fact>
      <Fact label={t('profile.projects')}>
        {projects.length === 0 && <span className="faint">{t('profile.noProjects')}</span>}
        {projects.map((projectId, index) => (
          <Fragment key={projectId}>
            {index > 0 && ', '}
            <Link to="/projects/$projectId" params={{ projectId }} className={classes.link}>
              {projectId}
            </Link>
          </Fragment>
        ))}
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Look() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const density = usePreference('density', 'comfortable')
  return (
    <div className={classes.facts}>
      <div>
        <span id="theme" className="dim">
          {t('profile.theme')}
        </span>
        <SegmentedControl
          aria-labelledby="theme"
          className={classes.choice}
          data={[
            { value: 'auto', label: shared('theme.system') },
            { value: 'light', label: shared('theme.light') },
            { value: 'dark', label: shared('theme.dark') },
          ]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
        />
      </div>
      <div>
        <span id="density" className="dim">
          {t('profile.density')}
        </span>
        <SegmentedControl
          aria-labelledby="density"
          className={classes.choice}
          data={[
            { value: 'comfortable', label: shared('density.comfortable') },
            { value: 'compact', label: shared('density.compact') },
          ]}
          value={density}
          onChange={(value) => setPreference('density', value)}
        />
      </div>
    </div>
  )
}
