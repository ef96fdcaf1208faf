import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import { Secret } from '../../../ui/Secret.tsx'
import classes from './integrations.module.css'
import { t } from './messages.ts'
import { useReplaceSecret } from './queries.ts'

/** Replaces the key that requests are signed with, and shows the new one once. */
export function SigningKey({ id }: { id: number }) {
  const replace = useReplaceSecret(id)
  const [opened, setOpened] = useState(false)
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setOpened(false)
    setSecret(undefined)
  }
  const start = () => replace.mutate(undefined, { onSuccess: ({ data }) => setSecret(data.secret) })
  return (
    <div>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('secret.replace')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t(secret ? 'secret.title' : 'secret.replace')}
        size={560}
        closeButtonProps={{ 'aria-label': shared('form.close') }}
      >
        <div className={classes.dialog}>
          <p>{t(secret ? 'secret.text' : 'secret.replaceText')}</p>
          {secret && <Secret value={secret} label={t('secret.label')} why={t('secret.why')} />}
          <div className={classes.tools}>
            {secret ? (
              <Button onClick={close}>{t('secret.done')}</Button>
            ) : (
              <>
                <Button variant="default" onClick={close}>
                  {shared('form.cancel')}
                </Button>
                <Button loading={replace.isPending} onClick={start}>
                  {t('secret.replace')}
                </Button>
              </>
            )}
          </div>
        </div>
      </Modal>
    </div>
  )
}
