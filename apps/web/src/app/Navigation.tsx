import { Menu, NavLink, ScrollArea, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconApps,
  IconArrowsDiff,
  IconBraces,
  IconCategory,
  IconChartAreaLine,
  IconChartLine,
  IconFlag,
  IconFolder,
  IconGitPullRequest,
  IconHistory,
  IconHome,
  IconKey,
  IconLogout,
  IconPlug,
  IconPuzzle,
  IconSelector,
  IconServer2,
  IconSettings,
  IconSnowflake,
  IconTag,
  IconTemplate,
  IconTopologyStar,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWand,
  IconZoomQuestion,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { actionableCount } from '../features/changes/requests/index.ts'
import { send } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { formatNumber } from '../lib/format.ts'
import { useMayOpen } from '../lib/places.ts'
import { projectList } from '../lib/projects.ts'
import { me } from '../lib/session.ts'
import { type MessageKey, t } from '../messages/en.ts'
import { Logo } from '../ui/Logo.tsx'
import { nameOf, Person } from '../ui/Person.tsx'
import classes from './Navigation.module.css'

type Entry = { to: string; label: MessageKey; icon: Icon }

export const places: Entry[] = [
  { to: '/personal', label: 'nav.home', icon: IconHome },
  { to: '/projects', label: 'nav.projects', icon: IconFolder },
  { to: '/search', label: 'nav.flags', icon: IconFlag },
  { to: '/change-requests', label: 'nav.requests', icon: IconGitPullRequest },
  { to: '/playground', label: 'nav.playground', icon: IconWand },
  { to: '/insights', label: 'nav.insights', icon: IconChartAreaLine },
  { to: '/impact-metrics', label: 'nav.impact', icon: IconChartLine },
]
export const configuration: Entry[] = [
  { to: '/segments', label: 'nav.segments', icon: IconUsersGroup },
  { to: '/applications', label: 'nav.applications', icon: IconApps },
  { to: '/context', label: 'nav.context', icon: IconBraces },
  { to: '/environments', label: 'nav.environments', icon: IconServer2 },
  { to: '/release-templates', label: 'nav.templates', icon: IconTemplate },
  { to: '/integrations', label: 'nav.integrations', icon: IconPlug },
  { to: '/feature-toggle-type', label: 'nav.types', icon: IconCategory },
  { to: '/strategies', label: 'nav.strategies', icon: IconPuzzle },
  { to: '/tag-types', label: 'nav.tagTypes', icon: IconTag },
]
export const adminLinks: Entry[] = [
  { to: '/changes', label: 'nav.changes', icon: IconArrowsDiff },
  { to: '/history', label: 'nav.log', icon: IconHistory },
  { to: '/freezes', label: 'nav.freezes', icon: IconSnowflake },
  { to: '/admin/api', label: 'nav.tokens', icon: IconKey },
  { to: '/admin/users', label: 'nav.users', icon: IconUsers },
  { to: '/admin/edges', label: 'nav.edges', icon: IconTopologyStar },
  { to: '/admin', label: 'nav.admin', icon: IconSettings },
]
/** Pages in the palette that are not in the main navigation, since they are rarely needed. */
export const moreLinks: Entry[] = [
  { to: '/unknown-flags', label: 'nav.unknown', icon: IconZoomQuestion },
  { to: '/admin/groups', label: 'nav.groups', icon: IconUsersGroup },
  { to: '/admin/roles', label: 'nav.roles', icon: IconKey },
  { to: '/admin/service-accounts', label: 'nav.service', icon: IconServer2 },
  { to: '/admin/sessions', label: 'nav.sessions', icon: IconUser },
  { to: '/admin/logins', label: 'nav.logins', icon: IconHistory },
  { to: '/admin/access-report', label: 'nav.accessReport', icon: IconKey },
  { to: '/admin/cors', label: 'nav.cors', icon: IconSettings },
  { to: '/admin/auth/oidc', label: 'nav.oidc', icon: IconSettings },
  { to: '/admin/auth/saml', label: 'nav.saml', icon: IconSettings },
  { to: '/admin/auth/password', label: 'nav.password', icon: IconSettings },
  { to: '/admin/auth/scim', label: 'nav.scim', icon: IconSettings },
  { to: '/admin/banners', label: 'nav.banners', icon: IconSettings },
  { to: '/admin/doctor', label: 'nav.doctor', icon: IconSettings },
  { to: '/admin/event-log', label: 'nav.eventLog', icon: IconSettings },
  { to: '/admin/maintenance', label: 'nav.maintenance', icon: IconSettings },
  { to: '/admin/statistics', label: 'nav.statistics', icon: IconSettings },
  { to: '/admin/network', label: 'nav.network', icon: IconTopologyStar },
  { to: '/integrations/signals', label: 'nav.signals', icon: IconPlug },
  { to: '/notifications', label: 'nav.notifications', icon: IconUser },
  { to: '/profile/notifications', label: 'nav.preferences', icon: IconUser },
]
const everywhere = [...places, ...configuration, ...adminLinks]

/** The entry with the longest matching path is the current one. */
const placeOf = (path: string) =>
  /^\/projects\/[^/]+\/change-requests/.test(path) ? '/change-requests' : longestMatch(path)

const longestMatch = (path: string) =>
  everywhere
    .map(({ to }) => to)
    .filter((to) => path === to || path.startsWith(`${to}/`))
    .sort((a, b) => b.length - a.length)[0]

export function Navigation({ onGo }: { onGo: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { data } = useSuspenseQuery(me)
  const mayOpen = useMayOpen()
  const entry = ({ to, label, icon: Glyph }: Entry) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={t(label)}
      active={placeOf(path) === to}
      aria-current={path === to ? 'page' : undefined}
      variant="subtle"
      className={classes.item}
      leftSection={<Glyph size={16} stroke={1.5} />}
      rightSection={to === '/change-requests' ? <Waiting /> : undefined}
      onClick={onGo}
    />
  )
  return (
    <>
      <Link to="/personal" className={classes.brand} onClick={onGo}>
        <Logo size={20} />
        {t('app.name')}
      </Link>
      <ScrollArea className={classes.list} component="nav" aria-label={t('nav.main')}>
        {places.map(entry)}
        <Pinned path={path} onGo={onGo} />
        <div className={classes.heading}>{t('nav.configure')}</div>
        {configuration.map(entry)}
        <div className={classes.heading}>{t('nav.govern')}</div>
        {adminLinks.filter(({ to }) => mayOpen(to)).map(entry)}
      </ScrollArea>
      <Menu position="top-start" width={208}>
        <Menu.Target>
          <UnstyledButton className={classes.account}>
            <span className="hidden">{t('nav.account')}</span>
            <Person name={nameOf(data.user)} size={24} />
            <IconSelector size={14} stroke={1.5} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={14} stroke={1.75} />}>
            {t('nav.profile')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={14} stroke={1.75} />} onClick={() => void signOut()}>
            {t('nav.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** How many change requests the user can approve or apply. */
function Waiting() {
  const { data: count } = useQuery(actionableCount)
  if (!count) return null
  return (
    <span className={`${classes.count} num`}>
      {formatNumber(count)}
      <span className="hidden"> {t('nav.waiting')}</span>
    </span>
  )
}

/** The user's favourite projects, by their initials. */
function Pinned({ path, onGo }: { path: string; onGo: () => void }) {
  const { data } = useQuery(projectList)
  const pinned = data?.filter(({ favorite }) => favorite) ?? []
  if (pinned.length === 0) return null
  return (
    <>
      <div className={classes.heading}>{t('nav.pinned')}</div>
      {pinned.map(({ id, name }) => {
        const to = `/projects/${id}`
        return (
          <NavLink
            key={id}
            component={Link}
            to={to}
            label={name}
            active={path === to || path.startsWith(`${to}/`)}
            aria-current={path === to ? 'page' : undefined}
            variant="subtle"
            className={classes.item}
            leftSection={<Letter name={name} />}
            onClick={onGo}
          />
        )
      })}
    </>
  )
}

/** A project's initial, as its icon. */
export const Letter = ({ name }: { name: string }) => (
  <span className={classes.letter} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)

async function signOut() {
  const here = { location: `${boot.basePath}/signed-out` }
  const { location: next } = await send('POST /logout', {}).then(
    ({ data }) => data,
    () => here,
  )
  location.assign(next)
}
