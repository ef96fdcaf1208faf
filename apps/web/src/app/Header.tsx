import { ActionIcon, Kbd, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconChevronRight,
  IconCircleFilled,
  IconKeyboard,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSelector,
  IconStack2,
} from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCrumbs } from '../lib/crumbs.ts'
import type { Live } from '../lib/live.ts'
import { openPalette } from '../lib/palette.ts'
import { setPreference, usePreference } from '../lib/preferences.ts'
import { environmentList } from '../lib/session.ts'
import { type MessageKey, t } from '../messages/en.ts'
import { Bell } from './Bell.tsx'
import classes from './Header.module.css'
import { openKeyboardSheet } from './KeyboardSheet.tsx'

export function Header({ live, onMenu }: { live: Live; onMenu: () => void }) {
  return (
    <div className={classes.row}>
      <ActionIcon aria-label={t('nav.open')} size={36} className={classes.menu} onClick={onMenu}>
        <IconMenu2 size={20} stroke={1.5} />
      </ActionIcon>
      <Crumbs />
      <span className={classes.live} data-on={live.connected}>
        <IconCircleFilled size={7} />
        {t(live.connected ? 'live.on' : 'live.off')}
        {live.revision !== undefined && (
          <span className="num faint">{t('live.revision', { revision: live.revision })}</span>
        )}
      </span>
      <Lens />
      <UnstyledButton className={classes.find} onClick={openPalette}>
        <IconSearch size={14} stroke={1.75} className={classes.icon} />
        <span>{t('palette.open')}</span>
        <Kbd>Ctrl K</Kbd>
      </UnstyledButton>
      <Bell />
      <Look />
    </div>
  )
}

function Crumbs() {
  const crumbs = useCrumbs()
  return (
    <nav className={classes.crumbs} aria-label={t('nav.breadcrumb')}>
      <ol>
        {crumbs.map(({ label, to }, index) => (
          <li key={`${label} ${to ?? ''}`}>
            {index > 0 && <IconChevronRight size={14} stroke={1.5} className={`faint ${classes.icon}`} />}
            {to ? <Link to={to}>{label}</Link> : <b aria-current="page">{label}</b>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Selects the environments that lists show. */
function Lens() {
  const { data } = useSuspenseQuery(environmentList)
  const lens = usePreference('lens', '')
  const shown = data.find((environment) => environment.name === lens)
  const item = (name: string, label: string) => (
    <Menu.Item
      key={name}
      onClick={() => setPreference('lens', name)}
      leftSection={(shown?.name ?? '') === name ? <IconCheck size={14} /> : <span className={classes.gap} />}
    >
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.lens}>
          <IconStack2 size={14} stroke={1.5} />
          <span className="hidden">{t('lens.label')}</span>
          {shown?.name ?? t('lens.all')}
          <IconSelector size={14} stroke={1.5} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {item('', t('lens.all'))}
        {data.map(({ name }) => item(name, name))}
      </Menu.Dropdown>
    </Menu>
  )
}

const themes: ['auto' | 'light' | 'dark', MessageKey][] = [
  ['auto', 'theme.system'],
  ['light', 'theme.light'],
  ['dark', 'theme.dark'],
]
const densities: [string, MessageKey][] = [
  ['comfortable', 'density.comfortable'],
  ['compact', 'density.compact'],
]

function Look() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const density = usePreference('density', 'comfortable')
  const mark = (on: boolean) => (on ? <IconCheck size={14} /> : <span className={classes.gap} />)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('theme.label')}>
          <IconMoon size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('theme.label')}</Menu.Label>
        {themes.map(([value, label]) => (
          <Menu.Item
            key={value}
            leftSection={mark(colorScheme === value)}
            onClick={() => setColorScheme(value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('density.label')}</Menu.Label>
        {densities.map(([value, label]) => (
          <Menu.Item
            key={value}
            leftSection={mark(density === value)}
            onClick={() => setPreference('density', value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={14} />}
          rightSection={<Kbd>?</Kbd>}
          onClick={openKeyboardSheet}
        >
          {t('keys.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
