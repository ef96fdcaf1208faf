import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { runUndo } from '../lib/change.ts'
import { useHotkey } from '../lib/hotkeys.ts'
import { closeToast, latestUndo, useToasts } from '../lib/toasts.ts'
import { t } from '../messages/en.ts'
import classes from './Toasts.module.css'

export function Toasts() {
  const toasts = useToasts()
  useHotkey(
    'mod+z',
    t('undo.do'),
    () => {
      const toast = latestUndo()
      if (toast) void runUndo(toast)
    },
    true,
  )
  return (
    <section className={classes.toasts} aria-label={t('toast.region')} aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={classes.toast} data-tone={toast.tone} role="status">
          {toast.tone === 'ok' ? (
            <IconCheck size={16} stroke={1.75} />
          ) : (
            <IconAlertTriangle size={16} stroke={1.75} />
          )}
          <span>{toast.text}</span>
          {toast.undo && (
            <Button
              variant="subtle"
              className={classes.undo}
              leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
              rightSection={<Kbd>Ctrl Z</Kbd>}
              onClick={() => void runUndo(toast)}
            >
              {t('undo.do')}
            </Button>
          )}
          {toast.link && (
            <Button
              variant="subtle"
              className={classes.undo}
              renderRoot={(props) => <Link {...props} to={toast.link?.to} />}
              onClick={() => closeToast(toast.id)}
            >
              {toast.link.label}
            </Button>
          )}
          <ActionIcon aria-label={t('toast.close')} onClick={() => closeToast(toast.id)}>
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
          <i className={classes.bar} />
        </div>
      ))}
    </section>
  )
}
