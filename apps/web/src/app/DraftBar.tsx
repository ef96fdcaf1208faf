import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button } from '@mantine/core'
import { IconGitPullRequestDraft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { projectOverview } from '../features/setup/projects/index.ts'
import { countChanges, openRequests, requestPath } from '../lib/drafts.ts'
import { rich, t } from '../messages/en.ts'
import { Loaded } from '../ui/Loaded.tsx'
import classes from './DraftBar.module.css'
import { DiscardDraft, SendDraft } from './DraftDialogs.tsx'

/** The drafts of the user in the project of the page: at the bottom of the window, unless a form has its save bar there. */
export function DraftBar() {
  const { projectId = '' } = useParams({ strict: false })
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { data: project } = useQuery({ ...projectOverview(projectId), enabled: projectId !== '' })
  // Most projects have no reviews, so most pages need no request for drafts.
  const enabled = project?.environments?.some((one) => one.changeRequestsEnabled) ?? false
  const requests = useQuery({ ...openRequests(projectId), enabled })
  if (!enabled) return null
  return (
    <Loaded query={requests} name={t('state.requests')} loading={null}>
      {(data) => {
        const drafts = data.filter(
          (request) =>
            request.state === 'Draft' && countChanges(request) > 0 && requestPath(request) !== path,
        )
        return drafts.length > 0 && <Drafts drafts={drafts} />
      }}
    </Loaded>
  )
}

function Drafts({ drafts }: { drafts: readonly ChangeRequest[] }) {
  const ref = useHeight()
  return (
    <section ref={ref} className={classes.bars} aria-label={t('draft.region')}>
      {drafts.map((draft) => (
        <Draft key={draft.id} draft={draft} />
      ))}
    </section>
  )
}

function Draft({ draft }: { draft: ChangeRequest }) {
  const [dialog, setDialog] = useState<'send' | 'discard'>()
  const { environment, features } = draft
  const close = () => setDialog(undefined)
  return (
    <div className={classes.bar}>
      <IconGitPullRequestDraft size={16} stroke={1.75} className={classes.icon ?? ''} aria-hidden="true" />
      <span className={classes.text}>
        {rich('draft.count', {
          count: countChanges(draft),
          environment,
          b: (words: string[]) => <b key="count">{words}</b>,
          e: (words: string[]) => (
            <b key="environment" className={classes.environment}>
              {words}
            </b>
          ),
        })}
        {features.length > 0 && (
          <span className={classes.things}>{t('draft.things', { count: features.length })}</span>
        )}
      </span>
      <span className={classes.buttons}>
        <Button variant="subtle" className={classes.discard ?? ''} onClick={() => setDialog('discard')}>
          {t('draft.discard')}
        </Button>
        <Button
          variant="default"
          aria-label={t('draft.lookAt', { environment })}
          renderRoot={(props) => <Link {...props} to={requestPath(draft)} />}
        >
          {t('draft.look')}
        </Button>
        <Button onClick={() => setDialog('send')}>{t('draft.send')}</Button>
      </span>
      <SendDraft draft={draft} opened={dialog === 'send'} onClose={close} />
      <DiscardDraft draft={draft} opened={dialog === 'discard'} onClose={close} />
    </div>
  )
}

/** Everything else at the bottom of the window is placed above the bar. */
function useHeight() {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = ref.current
    const { style } = document.documentElement
    if (!element) return
    const observer = new ResizeObserver(() => style.setProperty('--draft-bar', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--draft-bar')
    }
  }, [])
  return ref
}
