import { IconCode, IconFlask2, IconShieldFilled, IconStack2 } from '@tabler/icons-react'
import { t } from '../messages/en.ts'
import classes from './Environment.module.css'

export const isProduction = (type: string | undefined) => type === 'production'

export function EnvironmentIcon({ type, size = 14 }: { type: string; size?: number }) {
  if (isProduction(type)) return <IconShieldFilled size={size} aria-hidden="true" />
  const Glyph = type === 'development' ? IconCode : type === 'test' ? IconFlask2 : IconStack2
  return <Glyph size={size} stroke={1.5} aria-hidden="true" />
}

type EnvironmentProps = {
  name: string
  type: string
  /** As a chip, on cards and in text; plain in column headers and logs. */
  boxed?: boolean
}

/** The icon shows the type, the text is the name. Production is not marked by colour alone. */
export function Environment({ name, type, boxed = false }: EnvironmentProps) {
  return (
    <span className={classes.environment} data-type={type} data-boxed={boxed || undefined}>
      <EnvironmentIcon type={type} />
      {isProduction(type) && name !== 'production' && (
        <span className="hidden">{t('environment.production')}</span>
      )}
      <span className={classes.name}>{name}</span>
    </span>
  )
}
