import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconLock } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Review } from '../lib/api.ts'
import type { Editor } from '../lib/editor.ts'
import { useHotkey } from '../lib/hotkeys.ts'
import type { ReviewOffer } from '../lib/reviews.ts'
import type { Refusal } from '../lib/session.ts'
import { useStoredDraft } from '../lib/useStoredDraft.ts'
import { t } from '../messages/en.ts'
import classes from './Form.module.css'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MergeBar } from './MergeBar.tsx'
import { ReadOnly, Refused } from './Refused.tsx'
import { RestoredBar } from './RestoredBar.tsx'
import { ReviewButton } from './ReviewButton.tsx'
import { ReadOnlyForm } from './readOnly.ts'
import { useCancel } from './useCancel.ts'

type FormPageProps<T extends object> = {
  editor: Editor<T>
  title: string
  /** The name of the object, for the message that another user changed it. */
  name: string
  /** Next to the title: the environment, the state. */
  beside?: ReactNode
  /** What the object is for, in a sentence. The sections of such a form are cards. */
  purpose?: string
  /** Other pages of the object. */
  tabs?: ReactNode
  /** A live summary of what is being edited. */
  sentence?: ReactNode
  /** The changes that saving will make. */
  diff?: ReactNode
  /** The affected environment, next to the number of changes. */
  place?: ReactNode
  /** Help and context: on the right, or below on narrow windows. */
  aside?: ReactNode
  /** The number of changes, unless it is the editor's. */
  changes?: number
  saveLabel?: string
  /** Set if the change needs a review: then it is added to a draft. */
  review?: ReviewOffer | undefined
  /** Why this user cannot edit it. */
  refusal?: Refusal
  /** Why it cannot be saved now, such as a limit. */
  obstacle?: Refusal
  onLeave(saved: boolean): void
  children: ReactNode
}

/** The page of a form: summary, sections, and a footer with the changes. The draft survives closing the window. */
export function FormPage<T extends object>(props: FormPageProps<T>) {
  const { editor, title, purpose, sentence, diff, changes = editor.changes, refusal, children } = props
  const { problem, busy, conflict } = editor
  const blocked = refusal ?? props.obstacle
  const alert = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const footer = useFooter()
  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])
  // A user without permission has no changes to count or to lose.
  const [openedReadOnly] = useState(refusal !== undefined)
  const isReadOnly = refusal !== undefined
  const counted = openedReadOnly && isReadOnly ? 0 : changes
  const { restored, end } = useStoredDraft(editor.kept)
  /** Set when the form is left on purpose, so that the leave guard does not ask. */
  const left = useRef(false)
  const leave = (saved: boolean) => {
    left.current = true
    end()
    props.onLeave(saved)
  }
  const cancel = useCancel(busy, () => leave(false))
  const save = async (way: Review | undefined = props.review && 'propose') => {
    if (!blocked && changes > 0 && !busy && (await editor.submit(end, way))) leave(true)
  }
  useHotkey('mod+Enter', t('form.save'), () => void save())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <>
      <form className={classes.form} data-cards={purpose ? true : undefined} onSubmit={submit} noValidate>
        <div
          className={classes.columns}
          data-aside={props.aside ? true : undefined}
          style={{ paddingBottom: footer.height }}
        >
          <div className={classes.main}>
            <header className={classes.head}>
              <h1>{title}</h1>
              {props.beside}
            </header>
            {purpose && <p className={classes.purpose}>{purpose}</p>}
            {props.tabs}
            {sentence && <div className={classes.sentence}>{sentence}</div>}
            {problem && (
              <div ref={alert} className={classes.problem} role="alert" tabIndex={-1}>
                {problem}
              </div>
            )}
            {restored && <RestoredBar {...restored} />}
            {refusal && <ReadOnly why={refusal} />}
            <fieldset className={classes.sections} disabled={isReadOnly}>
              <ReadOnlyForm value={isReadOnly}>
                {conflict && (
                  <MergeBar name={props.name} onTheirs={conflict.takeTheirs} onMine={conflict.keepMine} />
                )}
                {children}
              </ReadOnlyForm>
            </fieldset>
          </div>
          {props.aside && <aside className={classes.aside}>{props.aside}</aside>}
        </div>
        <footer
          ref={footer.ref}
          className={classes.footer}
          data-save-bar
          data-changes={counted > 0 || undefined}
        >
          {diff && counted > 0 && (
            <>
              <UnstyledButton
                className={classes.fold}
                aria-expanded={unfolded}
                onClick={() => setUnfolded(!unfolded)}
              >
                {unfolded ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
                <b className="num">{t('form.changes', { count: counted })}</b>
                {props.place}
              </UnstyledButton>
              <div className={classes.diff} data-unfolded={unfolded || undefined}>
                {diff}
              </div>
            </>
          )}
          <div className={classes.buttons}>
            {refusal ? (
              <span className={classes.reason}>
                <IconLock size={16} stroke={1.5} />
                {t('form.readOnly', { why: refusal })}
              </span>
            ) : (
              <span className={classes.count}>
                {counted > 0 ? (
                  <b className="num">{t('form.changes', { count: counted })}</b>
                ) : (
                  <span className="faint small">{t('form.noChanges')}</span>
                )}
                {props.place}
              </span>
            )}
            <Button variant="default" onClick={cancel}>
              {t('form.cancel')}
            </Button>
            {props.review && !blocked ? (
              <ReviewButton
                type="submit"
                offer={props.review}
                busy={busy}
                disabled={changes === 0}
                keys={<Kbd>Ctrl ↵</Kbd>}
                onSave={(way) => void save(way)}
              />
            ) : (
              <Refused why={blocked}>
                <Button
                  type="submit"
                  aria-disabled={blocked || changes === 0 ? true : undefined}
                  loading={busy}
                  rightSection={<Kbd>Ctrl ↵</Kbd>}
                >
                  {props.review ? t('review.propose') : (props.saveLabel ?? t('form.save'))}
                </Button>
              </Refused>
            )}
          </div>
        </footer>
      </form>
      {/* Outside of the form, since its buttons would submit it. */}
      <LeaveGuard when={() => counted > 0 && !left.current} kept />
    </>
  )
}

/** A section of a form, as a card if the form has a purpose: its label is on the left, or above on phones. */
export function FormSection({
  label,
  hint,
  children,
}: {
  label: string
  hint?: string
  children: ReactNode
}) {
  return (
    <section className={classes.section}>
      <div className={classes.label}>
        <h2>{label}</h2>
        {hint && <p className="faint small">{hint}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** The footer is sticky; the focused element must never be hidden behind it. */
function useFooter() {
  const ref = useRef<HTMLElement>(null)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBottom = `${height + 8}px`
    return () => {
      style.scrollPaddingBottom = ''
    }
  }, [height])
  return { ref, height }
}
