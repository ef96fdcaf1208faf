import { Button, Modal } from '@mantine/core'
import { t as shared } from '../../../messages/en.ts'
import { Secret } from '../../../ui/Secret.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { t } from './messages.ts'
import classes from './scim.module.css'

type TokenReadyProps = { secret: string | undefined; seen: boolean; onDone(): void }

/** Shows the token once, and whether the identity provider has used it. */
export function TokenReady({ secret, seen, onDone }: TokenReadyProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onDone}
      size={680}
      closeOnClickOutside={false}
      title={t('setup.ready')}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <Secret value={secret ?? ''} label={t('setup.secret')} why={t('setup.once')} />
      <div className={classes.foot}>
        <Waiting done={seen} text={t(seen ? 'setup.seen' : 'setup.waiting')} />
        <Button variant="default" onClick={onDone}>
          {t('setup.done')}
        </Button>
      </div>
    </Modal>
  )
}
