import type { Radius } from '@flagstaff/contract/radius'
import { Link } from '@tanstack/react-router'
import { useMayOpen } from '../../../lib/places.ts'
import { t } from './messages.ts'
import classes from './radius.module.css'
import { largestEstimate, shareText } from './words.ts'

const SAMPLING = '/admin/sample'

/** Without any contexts: what rollouts and usage say. */
export function Estimated({ radius }: { radius: Radius }) {
  const mayOpen = useMayOpen()
  const estimate = largestEstimate(radius)
  const texts = estimate
    ? [
        t(estimate.upperBound ? 'estimate.most' : 'estimate.exact', { share: shareText(estimate.share, 1) }),
        ...(estimate.perHour > 0 ? [t('estimate.perHour', { count: estimate.perHour })] : []),
      ]
    : [t('estimate.nothing')]
  return (
    <div className={classes.estimate}>
      <p>{texts.join(', ')}</p>
      <p className="faint small">{t('estimate.text')}</p>
      {mayOpen(SAMPLING) && (
        <Link to={SAMPLING} className="link small">
          {t('estimate.sampling')}
        </Link>
      )}
    </div>
  )
}
