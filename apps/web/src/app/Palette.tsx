import { Kbd, useMantineColorScheme } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import {
  type Icon,
  IconBraces,
  IconFolderPlus,
  IconKey,
  IconMoon,
  IconPlus,
  IconPuzzle,
  IconSearch,
  IconServer2,
  IconTag,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFoundFlags } from '../features/insight/search/index.ts'
import { choicesOf } from '../lib/choices.ts'
import { useHotkey } from '../lib/hotkeys.ts'
import { useCommands } from '../lib/pageCommands.ts'
import { openPalette, paletteStore, SEARCH_ID } from '../lib/palette.ts'
import { useMayOpen } from '../lib/places.ts'
import { projectList } from '../lib/projects.ts'
import { type MessageKey, t } from '../messages/en.ts'
import { FlagType } from '../ui/FlagType.tsx'
import { LifecycleStage } from '../ui/LifecycleStage.tsx'
import { Highlighted } from './Highlighted.tsx'
import { adminLinks, configuration, Letter, moreLinks, places } from './Navigation.tsx'
import classes from './Palette.module.css'

type Entry = { id: string; label: string; icon?: ReactNode; beside?: string; end?: ReactNode; run(): void }

/** Goes anywhere, finds any flag, and does what the page can do: actions on what is open come first. */
export function Palette() {
  const [query, setQuery] = useState('')
  useHotkey('mod+k', t('keys.palette'), openPalette, true)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = useGroups(query, words)
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      clearQueryOnClose
      size={640}
      radius={10}
      centered={false}
      yOffset={112}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.32, blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      classNames={{ content: classes.content, search: classes.search, actionsList: classes.list }}
    >
      <Spotlight.Search
        id={SEARCH_ID}
        placeholder={t('palette.open')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        rightSection={<Kbd>{t('palette.escape')}</Kbd>}
        rightSectionPointerEvents="none"
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={entries[0]?.id} label={label} className={classes.group ?? ''}>
            {entries.map(({ id, label: text, icon, beside, end, run }) => (
              <Spotlight.Action key={id} className={classes.action ?? ''} onClick={run}>
                <span className={classes.icon}>{icon}</span>
                <span className={classes.text}>
                  <Highlighted text={text} words={words} />
                  {beside && <span className="faint"> {beside}</span>}
                </span>
                {end && <span className={classes.end}>{end}</span>}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {count === 0 && <Spotlight.Empty>{t('palette.nothing', { query })}</Spotlight.Empty>}
        <SelectFirst key={groups.flatMap(({ entries }) => entries.map(({ id }) => id)).join()} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

type Creation = { id: string; label: MessageKey; icon: Icon; to: string; search?: object }

/** By the names the pages themselves give them, so that none is offered twice. */
const creations: Creation[] = [
  { id: 'segment.new', label: 'palette.newSegment', icon: IconUsersGroup, to: '/segments/create' },
  { id: 'context.new', label: 'palette.newField', icon: IconBraces, to: '/context/create' },
  { id: 'environment.new', label: 'palette.newEnvironment', icon: IconServer2, to: '/environments/create' },
  { id: 'strategy.new', label: 'palette.newStrategy', icon: IconPuzzle, to: '/strategies/create' },
  { id: 'tag-type.new', label: 'palette.newTagType', icon: IconTag, to: '/tag-types/create' },
  { id: 'token.new', label: 'palette.newToken', icon: IconKey, to: '/admin/api', search: { new: true } },
  { id: 'user.new', label: 'palette.newUser', icon: IconUserPlus, to: '/admin/users', search: { new: true } },
]
const looks: ['auto' | 'light' | 'dark', MessageKey][] = [
  ['auto', 'theme.system'],
  ['light', 'theme.light'],
  ['dark', 'theme.dark'],
]

function useGroups(query: string, words: readonly string[]): { label: string; entries: Entry[] }[] {
  const navigate = useNavigate()
  const commands = useCommands()
  const { setColorScheme } = useMantineColorScheme()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const projects = choicesOf(useQuery(projectList))
  const mayOpen = useMayOpen()
  const { flags, total } = useFoundFlags(query)
  const matches = ({ label }: Entry) => words.every((word) => label.toLowerCase().includes(word))
  const go = (to: string, search?: object) => void navigate({ to, ...(search ? { search } : {}) })
  const home = /^\/projects\/([^/]+)/.exec(path)?.[1]

  const here: Entry[] = commands.map((command) => command)
  const always: Entry[] = [
    {
      id: 'flag.new',
      label: t('palette.newFlag'),
      icon: <IconPlus size={16} stroke={1.5} />,
      run: () => go(home && home !== 'create' ? `/projects/${home}` : '/search', { create: true }),
    },
    {
      id: 'project.new',
      label: t('palette.newProject'),
      icon: <IconFolderPlus size={16} stroke={1.5} />,
      run: () => go('/projects/create'),
    },
    ...creations
      .filter(({ to }) => mayOpen(to))
      .map(({ id, label, icon: Glyph, to, search }) => ({
        id,
        label: t(label),
        icon: <Glyph size={16} stroke={1.5} />,
        run: () => go(to, search),
      })),
    ...looks.map(([scheme, label]) => ({
      id: `theme ${scheme}`,
      label: t('palette.theme', { theme: t(label) }),
      icon: <IconMoon size={16} stroke={1.5} />,
      run: () => setColorScheme(scheme),
    })),
  ]
  const known = new Set(here.map(({ id }) => id))
  const found: Entry[] = flags.map(({ name, project, type, path: to, lifecycle }) => ({
    id: `flag ${name}`,
    label: name,
    icon: <FlagType type={type} />,
    beside: projects.find(({ id }) => id === project)?.name ?? project,
    end: lifecycle && <LifecycleStage stage={lifecycle.stage} since={lifecycle.enteredStageAt} />,
    run: () => go(to),
  }))
  const homes: Entry[] = projects.map(({ id, name, featureCount }) => ({
    id: `project ${id}`,
    label: name,
    icon: <Letter name={name} />,
    end: <span className="faint small num">{t('palette.projectFlags', { count: featureCount ?? 0 })}</span>,
    run: () => go(`/projects/${id}`),
  }))
  const pages: Entry[] = [...places, ...configuration, ...adminLinks, ...moreLinks]
    .filter(({ to }) => mayOpen(to))
    .map(({ to, label, icon: Glyph }) => ({
      id: to,
      label: t(label),
      icon: <Glyph size={16} stroke={1.5} />,
      run: () => go(to),
    }))
  return [
    {
      label: t('palette.do'),
      entries: [...here, ...always.filter(({ id }) => !known.has(id))].filter(matches),
    },
    { label: t('palette.flags', { shown: found.length, total }), entries: found },
    // All projects would bury the pages; they are found by typing.
    { label: t('nav.projects'), entries: words.length > 0 ? homes.filter(matches).slice(0, 6) : [] },
    { label: t('palette.go'), entries: pages.filter(matches) },
  ].filter(({ entries }) => entries.length > 0)
}

/** Selects the first result of a new list, so that Enter takes it even if results arrive after the last letter. */
function SelectFirst() {
  const mark = useRef<HTMLSpanElement>(null)
  const isNew = useRef(true)
  // After every render: Spotlight keeps the selection in the DOM, and loses it when React replaces the selected element.
  useEffect(() => {
    const list = mark.current?.parentElement
    const selected = list?.querySelector('[data-selected]')
    if (selected && !isNew.current) return
    isNew.current = false
    selected?.removeAttribute('data-selected')
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    paletteStore.updateState((state) => ({ ...state, selected: 0 }))
  })
  return <span ref={mark} hidden />
}
