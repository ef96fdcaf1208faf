import { Kbd, Modal } from '@mantine/core'
import { useState } from 'react'
import { useHotkey, useHotkeys } from '../lib/hotkeys.ts'
import { t } from '../messages/en.ts'
import classes from './KeyboardSheet.module.css'

let open = () => {}
export const openKeyboardSheet = () => open()

/** Lists all keyboard shortcuts. */
export function KeyboardSheet() {
  const [shown, setShown] = useState(false)
  open = () => setShown(true)
  useHotkey('?', t('keys.help'), () => setShown(true), true)
  const hotkeys = useHotkeys()
  const group = (title: string, list: typeof hotkeys) =>
    list.length > 0 && (
      <section>
        <h3>{title}</h3>
        <dl className={classes.keys}>
          {list.map(({ keys, label }) => (
            <div key={`${keys} ${label}`}>
              <dt>{label}</dt>
              <dd>
                <Kbd>{keys.replace('mod', 'Ctrl').replaceAll('+', ' ')}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    )
  return (
    <Modal
      opened={shown}
      onClose={() => setShown(false)}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {group(
        t('keys.here'),
        hotkeys.filter(({ anywhere }) => !anywhere),
      )}
      {group(
        t('keys.anywhere'),
        hotkeys.filter(({ anywhere }) => anywhere),
      )}
    </Modal>
  )
}
