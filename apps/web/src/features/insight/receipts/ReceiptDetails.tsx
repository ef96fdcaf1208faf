import type { FlagDelivery } from '@flagstaff/contract/receipts'
import { formatAge } from '../../../lib/format.ts'
import { t } from './messages.ts'
import classes from './receipts.module.css'
import { isNobody, missingOf } from './rules.ts'

/** The instances and edges that have not received it, and what delivery means. */
export function ReceiptDetails({ receipt }: { receipt: FlagDelivery }) {
  const { waiting } = receipt
  const unnamed = missingOf(receipt) - waiting.length
  return (
    <div className={classes.details}>
      {waiting.length > 0 && (
        <>
          <h3>{t('receipt.waiting')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable by keyboard */}
          <ul className={classes.waiting} tabIndex={0} aria-label={t('receipt.waiting')}>
            {waiting.map((one) => (
              <li key={JSON.stringify([one.kind, one.appName, one.instanceId])}>
                <span className={classes.instance}>
                  <b>{one.appName}</b> <span className="mono">{one.instanceId}</span>
                </span>
                <span className="faint small num">
                  {[
                    ...(one.kind === 'edge' ? [t('receipt.edge')] : []),
                    t('receipt.has', { revision: one.revision }),
                    t('receipt.heard', { age: formatAge(one.seenAt) }),
                    t(one.via === 'stream' ? 'receipt.stream' : 'receipt.poll'),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {unnamed > 0 && <p className="dim small">{t('receipt.more', { count: unnamed })}</p>}
      <p className="faint small">{t(isNobody(receipt) ? 'receipt.noneText' : 'receipt.means')}</p>
    </div>
  )
}
