import { Button } from '@mantine/core'
import { formatAge } from '../../../lib/format.ts'
import { t } from './messages.ts'
import { useReceipt, type Where } from './queries.ts'
import { Said } from './Receipt.tsx'
import { ReceiptDetails } from './ReceiptDetails.tsx'
import classes from './receipts.module.css'
import { isComplete } from './rules.ts'

/** The delivery status of one change. */
export function Delivery({ where }: { where: Where }) {
  const { receipt, error, over, again } = useReceipt(where)
  if (error && !receipt)
    return (
      <p className="dim small" role="alert">
        {error.message}
      </p>
    )
  if (!receipt) return <p className="faint small">{t('receipt.loading')}</p>
  return (
    <div className={classes.details}>
      <p className="faint small num">
        {[
          t('receipt.revision', { revision: receipt.revision }),
          ...(receipt.changedAt ? [t('receipt.changed', { age: formatAge(receipt.changedAt) })] : []),
        ].join(' · ')}
      </p>
      <Said receipt={receipt} />
      <ReceiptDetails receipt={receipt} />
      {over && !isComplete(receipt) && (
        <Button variant="default" onClick={again}>
          {t('receipt.again')}
        </Button>
      )}
    </div>
  )
}
