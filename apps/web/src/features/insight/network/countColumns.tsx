import { formatNumber } from '../../../lib/format.ts'
import type { Column } from '../../../ui/List.tsx'
import { t } from './messages.ts'
import classes from './network.module.css'
import { formatShare, requestsIn } from './periods.ts'

type Counts = Parameters<typeof requestsIn>[0]

/** How requests were answered, for applications and for APIs. */
export const countColumns: Column<Counts>[] = [
  {
    key: 'same',
    label: t('column.same'),
    width: 112,
    align: 'right',
    wide: true,
    cell: (counts) => formatShare(counts.same, requestsIn(counts)),
  },
  {
    key: 'refused',
    label: t('column.refused'),
    width: 104,
    align: 'right',
    wide: true,
    cell: ({ refused }) => formatNumber(refused),
  },
  {
    key: 'failed',
    label: t('column.failed'),
    width: 104,
    align: 'right',
    wide: true,
    cell: ({ failed }) => (
      <span className={classes.failed} data-some={failed > 0 || undefined}>
        {formatNumber(failed)}
      </span>
    ),
  },
]
