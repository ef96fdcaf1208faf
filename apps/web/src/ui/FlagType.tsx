import { Tooltip } from '@mantine/core'
import {
  type Icon,
  IconFlag,
  IconFlask,
  IconKey,
  IconPower,
  IconRocket,
  IconSunset2,
  IconTool,
} from '@tabler/icons-react'
import { t } from '../messages/en.ts'

const icons = {
  release: IconRocket,
  experiment: IconFlask,
  operational: IconTool,
  'kill-switch': IconPower,
  permission: IconKey,
  sunset: IconSunset2,
} as const satisfies Record<string, Icon>

export type KnownType = keyof typeof icons
export const knownTypes = Object.keys(icons) as KnownType[]
const isKnown = (type: string): type is KnownType => Object.hasOwn(icons, type)

/** The name of a flag type; unknown types are shown as they are. */
export const wordOfType = (type: string) => (isKnown(type) ? t(`flagType.${type}`) : type)

type FlagTypeProps = {
  type?: string | undefined
  size?: number
  /** Without a tooltip, which is expensive in long lists. */
  plain?: boolean
}

/** The type of a flag, as an icon with its name. */
export function FlagType({ type = 'release', size = 16, plain = false }: FlagTypeProps) {
  const Glyph = isKnown(type) ? icons[type] : IconFlag
  const label = wordOfType(type)
  const glyph = (
    <span
      className="faint"
      style={{ display: 'inline-flex', flex: 'none' }}
      title={plain ? label : undefined}
    >
      <Glyph size={size} stroke={1.5} aria-hidden="true" />
      <span className="hidden">{label}</span>
    </span>
  )
  return plain ? glyph : <Tooltip label={label}>{glyph}</Tooltip>
}
