import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconLock } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useHotkey } from '../lib/hotkeys.ts'
import type { Refusal } from '../lib/session.ts'
import { type Keeping, useKept } from '../lib/useKept.ts'
import { t } from '../messages/en.ts'
import classes from './Form.module.css'
import { LeaveGuard } from './LeaveGuard.tsx'
import { ReadOnly, Refused } from './Refused.tsx'
import { RestoredBar } from './RestoredBar.tsx'
import { ReadOnlyForm } from './readOnly.ts'

type FormPageProps<T> = {
  title: string
  /** Beside the title: where it is, whether it is at work. */
  beside?: ReactNode
  /** What the object is for, in a sentence. Sections of such a form are cards. */
  purpose?: string
  /** What it will mean, in words, while it is being written. */
  sentence?: ReactNode
  /** What was refused, in words; focused when it appears. */
  problem?: string | undefined
  /** Before it is saved: what changes. */
  diff?: ReactNode
  /** Where the change will be felt, beside the number of changes. */
  place?: ReactNode
  /** At the right, below on narrow windows: what helps to decide. */
  aside?: ReactNode
  changes: number
  /** What is being written, so that it survives a closed window. */
  kept?: Keeping<T>
  saveLabel?: string
  /** Why this person may only read it. */
  refusal?: Refusal
  /** Why nobody can save it now, such as a limit. */
  obstacle?: Refusal
  busy?: boolean
  /** Says whether it is saved; if so, the form is left. */
  onSave(): Promise<boolean>
  onLeave(saved: boolean): void
  children: ReactNode
}

/** The anatomy of every form: sentence, sections, and a footer that says what saving will do. */
export function FormPage<T>(props: FormPageProps<T>) {
  const { title, purpose, sentence, problem, diff, changes, refusal, busy, children } = props
  const blocked = refusal ?? props.obstacle
  const alert = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const footer = useFooter()
  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])
  // Whoever could never change anything has no changes to count or to lose.
  const [openedReadOnly] = useState(refusal !== undefined)
  const isReadOnly = refusal !== undefined
  const counted = openedReadOnly && isReadOnly ? 0 : changes
  const { restored, end } = useKept(props.kept)
  /** The form ends on purpose: nothing holds whoever leaves now. */
  const left = useRef(false)
  const leave = (saved: boolean) => {
    left.current = true
    end()
    props.onLeave(saved)
  }
  const save = async () => {
    if (!blocked && changes > 0 && !busy && (await props.onSave())) leave(true)
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
            {sentence && <div className={classes.sentence}>{sentence}</div>}
            {problem && (
              <div ref={alert} className={classes.problem} role="alert" tabIndex={-1}>
                {problem}
              </div>
            )}
            {restored && <RestoredBar {...restored} />}
            {refusal && <ReadOnly why={refusal} />}
            <fieldset className={classes.sections} disabled={isReadOnly}>
              <ReadOnlyForm value={isReadOnly}>{children}</ReadOnlyForm>
            </fieldset>
          </div>
          {props.aside && <aside className={classes.aside}>{props.aside}</aside>}
        </div>
        <footer ref={footer.ref} className={classes.footer} data-changes={counted > 0 || undefined}>
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
                  <span className="t3 small">{t('form.noChanges')}</span>
                )}
                {props.place}
              </span>
            )}
            <Button variant="default" onClick={() => leave(false)}>
              {t('form.cancel')}
            </Button>
            <Refused why={blocked}>
              <Button
                type="submit"
                aria-disabled={blocked || changes === 0 ? true : undefined}
                loading={busy ?? false}
                rightSection={<Kbd>Ctrl ↵</Kbd>}
              >
                {props.saveLabel ?? t('form.save')}
              </Button>
            </Refused>
          </div>
        </footer>
      </form>
      {/* Outside, since what is pressed in it would submit the form. */}
      <LeaveGuard when={() => counted > 0 && !left.current} kept={props.kept !== undefined} />
    </>
  )
}

/** A part of a form, a card where the form has a purpose: its label on the left, above on phones. */
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
        {hint && <p className="t3 small">{hint}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** Stands over the page; what has the focus must never lie below it. */
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
