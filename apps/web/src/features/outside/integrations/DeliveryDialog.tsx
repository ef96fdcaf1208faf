import type { IntegrationEvent } from '@flagstaff/contract/integrations'
import { Button, Modal } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { t as shared } from '../../../messages/en.ts'
import { Sentence } from '../../insight/events/index.ts'
import classes from './integrations.module.css'
import { t } from './messages.ts'
import { Code } from './Preview.tsx'
import { useResend } from './queries.ts'

type DeliveryDialogProps = { id: number; delivery: IntegrationEvent | undefined; onClose(): void }

/** The request and the response of one delivery. */
export function DeliveryDialog({ id, delivery, onClose }: DeliveryDialogProps) {
  const resend = useResend(id)
  // Keep the last one, so that the closing dialog still shows it.
  const last = useRef(delivery)
  if (delivery) last.current = delivery
  const shown = last.current
  if (!shown) return null
  const { details } = shown
  return (
    <Modal
      opened={delivery !== undefined}
      onClose={onClose}
      title={<DeliverySentence delivery={shown} />}
      size={720}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <div className={classes.dialog}>
        <p className="dim small">
          {formatMoment(shown.createdAt)} · {t('log.attempt', { attempt: details.attempt ?? 1 })} ·{' '}
          {shown.stateDetails}
        </p>
        {details.body !== undefined && (
          <section className={classes.preview}>
            <h3>{details.url ? t('preview.request', { host: details.url }) : t('log.request')}</h3>
            <Code text={details.body} label={t('log.request')} />
            <p className="faint small">{t(details.sameBody ? 'log.same' : 'log.different')}</p>
          </section>
        )}
        <section className={classes.preview}>
          <h3>{t('log.response')}</h3>
          {details.answer ? (
            <Code text={details.answer} label={t('log.response')} />
          ) : (
            <p>{details.status ?? t('log.noAnswer')}</p>
          )}
        </section>
        <div className={classes.tools}>
          <Button
            leftSection={<IconSend size={14} stroke={1.75} />}
            loading={resend.isPending}
            onClick={() => resend.mutate(Number(shown.id), { onSuccess: onClose })}
          >
            {t('log.resend')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Who did what, as in the event log. */
export const DeliverySentence = ({ delivery: { event } }: { delivery: IntegrationEvent }) => (
  <>
    <b>{event.createdByName ?? event.createdBy}</b> <Sentence event={event} />
  </>
)
