import type { FlagDelivery } from '@flagstaff/contract/receipts'
import { Button, Popover } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from './messages.ts'
import { useReceipt, type Where } from './queries.ts'
import { ReceiptDetails } from './ReceiptDetails.tsx'
import classes from './receipts.module.css'
import { isComplete, isNobody, missingOf, shareOf } from './rules.ts'
import { sentenceOf } from './sentence.ts'

/** The delivery of a change as a progress bar. */
export function Receipt({ where }: { where: Where }) {
  const { receipt, over, again } = useReceipt(where)
  const [open, setOpen] = useState(false)
  if (!receipt) return null
  const complete = isComplete(receipt)
  const missing = missingOf(receipt)
  return (
    <div className={classes.strip}>
      <Said receipt={receipt} />
      {/* Keep the popover open while it is being read, even when the delivery is complete. */}
      {(!complete || open) && (
        <Popover opened={open} onChange={setOpen} position="bottom-start" width={360} trapFocus>
          <Popover.Target>
            <Button
              variant="default"
              onClick={() => setOpen(!open)}
              aria-label={t('receipt.who', { count: missing, environment: where.environment })}
            >
              {t('receipt.not', { count: missing })}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <ReceiptDetails receipt={receipt} />
          </Popover.Dropdown>
        </Popover>
      )}
      {!complete && over && (
        <Button variant="default" onClick={again}>
          {t('receipt.again')}
        </Button>
      )}
      {/* Announced once, when complete; announcing the progress would be noise. */}
      <span className="hidden" role="status">
        {complete && !isNobody(receipt)
          ? t('receipt.complete', { environment: where.environment, sentence: sentenceOf(receipt) })
          : ''}
      </span>
    </div>
  )
}

export function Said({ receipt }: { receipt: FlagDelivery }) {
  const nobody = isNobody(receipt)
  const done = !nobody && isComplete(receipt)
  return (
    <span className={classes.said} data-quiet={nobody || undefined}>
      {!nobody && (
        <span className={classes.bar} data-done={done || undefined} aria-hidden="true">
          <i style={{ width: `${shareOf(receipt)}%` }} />
        </span>
      )}
      {done && <IconCircleCheckFilled size={14} className={classes.check} aria-hidden="true" />}
      <span className="num">{sentenceOf(receipt)}</span>
    </span>
  )
}
