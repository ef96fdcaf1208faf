import type { Feature } from '@flagstaff/contract/flags'
import type { FlagValue } from '@flagstaff/contract/values'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { faultText } from './DefaultField.tsx'
import { checkVariants } from './draft.ts'
import { t } from './messages.ts'
import classes from './value.module.css'

/** The variants of the flag, checked against the draft of its type. */
export function ValueVariants({ value, flag }: { value: FlagValue; flag: Feature }) {
  const variants = checkVariants(value, flag)
  const wrong = variants.filter(({ fault }) => fault).length
  return (
    <section className={classes.variants} aria-label={t('value.variants')}>
      <h3>{t('value.variants')}</h3>
      <p className="dim small" aria-live="polite">
        {variants.length === 0 ? t('value.noVariants') : t('value.variantsText', { wrong })}
      </p>
      <ul>
        {variants.map(({ name, payload, environments, fault }) => (
          <li key={`${name} ${payload}`}>
            <b className="mono">{name}</b>
            <code className={classes.payload} title={payload}>
              {payload ?? t('value.noPayload')}
            </code>
            <span className="faint small">{environments.join(', ')}</span>
            <span className={classes.state} data-wrong={fault !== undefined}>
              {fault ? <IconAlertCircle size={14} stroke={1.75} /> : <IconCheck size={14} stroke={1.75} />}
              {fault ? faultText(fault) : t('value.valid')}
            </span>
          </li>
        ))}
      </ul>
      <p className="faint small">{t('value.sdks')}</p>
    </section>
  )
}
