import type { WhatChanged as Answer, ChangedGroup } from '@flagstaff/contract/what-changed'
import { Button } from '@mantine/core'
import { IconArrowsDiff, IconLink } from '@tabler/icons-react'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { boot } from '../../../lib/boot.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { formatMinute } from '../../../lib/format.ts'
import { environmentList } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toasts.ts'
import { copyText } from '../../../ui/Copy.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { useRevert } from '../events/index.ts'
import { Filters } from './Filters.tsx'
import { Group } from './Group.tsx'
import { t } from './messages.ts'
import { changedPages, readEvent } from './queries.ts'
import type { ChangesSearch } from './search.ts'
import { useRestore } from './useRestore.tsx'
import classes from './whatChanged.module.css'

/** What differs between two moments, by project and object. */
export function WhatChanged() {
  usePage([{ label: t('title') }])
  const search = useSearch({ from: '/changes' })
  const navigate = useNavigate()
  const update = (change: Partial<ChangesSearch>) =>
    void navigate({ to: '/changes', search: { ...search, ...change }, replace: true })
  const pages = useInfiniteQuery(changedPages(search))
  const first = pages.data?.pages[0]
  const groups = pages.data?.pages.flatMap((page) => page.groups) ?? []
  return (
    <ListPage
      title={t('title')}
      purpose={t('purpose')}
      facts={first && first.total > 0 && t('facts', { changes: first.changes, total: first.total })}
      actions={<Actions first={first} search={search} />}
      filters={<Filters search={search} onChange={update} />}
    >
      {first && <Notes answer={first} />}
      {pages.error && !first && <ErrorState error={pages.error} retry={() => void pages.refetch()} />}
      {pages.isPending && <Loading rows={8} height={72} />}
      {first?.total === 0 &&
        (search.project || search.environment ? (
          <NoMatch
            title={t('empty')}
            onClear={() => update({ project: undefined, environment: undefined })}
          />
        ) : (
          <State icon={<IconArrowsDiff size={20} stroke={1.5} />} title={t('empty')} text={t('emptyText')} />
        ))}
      {first && first.total > 0 && <Groups groups={groups} answer={first} />}
      {pages.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </ListPage>
  )
}

const projectPath = (project: string): string => `/projects/${encodeURIComponent(project)}`

function Actions({ first, search }: { first: Answer | undefined; search: ChangesSearch }) {
  const copy = async () => {
    if (!first) return
    const { last: _, ...rest } = search
    const fixed = { ...rest, from: first.from.at, to: first.to.at }
    const known = Object.entries(fixed).filter((entry): entry is [string, string] => entry[1] !== undefined)
    await copyText(`${location.origin}${boot.basePath}/changes?${new URLSearchParams(known)}`)
    showToast(t('copied'))
  }
  return (
    <>
      <Button component={Link} to="/history" variant="default">
        {t('log')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLink size={14} stroke={1.75} />}
        disabled={!first}
        onClick={() => void copy()}
      >
        {t('copy')}
      </Button>
    </>
  )
}

function Notes({ answer }: { answer: Answer }) {
  const { from, to, complete, outside } = answer
  return (
    <div className={classes.notes}>
      <p>{t('period', { from: formatMinute(from.at), to: formatMinute(to.at) })}</p>
      {!complete && <p>{t('cut', { from: formatMinute(from.at) })}</p>}
      {!outside && <p>{t('inside')}</p>}
    </div>
  )
}

function Groups({ groups, answer }: { groups: readonly ChangedGroup[]; answer: Answer }) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  const { revert, dialog } = useRevert(typeOf)
  const restore = useRestore(answer)
  const onRevert = async (id: number) => {
    const event = await readEvent(id)
    if (event) revert(event)
  }
  const byProject = [...Map.groupBy(groups, ({ project }) => project)]
  return (
    <>
      {byProject.map(([project, own]) => (
        <section key={project ?? ''} className={classes.project} aria-label={project ?? t('noProject')}>
          <h2>{project === null ? t('noProject') : <Link to={projectPath(project)}>{project}</Link>}</h2>
          <ul className={classes.groups}>
            {own.map((group) => (
              <Group
                key={`${group.kind} ${group.id}`}
                group={group}
                onRevert={(id) => void onRevert(id)}
                onRestore={restore.ask}
              />
            ))}
          </ul>
        </section>
      ))}
      {dialog}
      {restore.dialog}
    </>
  )
}
