import type { BannerVariant } from '@flagstaff/contract/banners'
import {
  type Icon,
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconConfetti,
  IconInfoCircle,
  IconRocket,
  IconShield,
  IconSpeakerphone,
  IconTool,
} from '@tabler/icons-react'

/** By the names of Material Symbols, which other tools write. Other names show the icon of the variant. */
const icons = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  check_circle: IconCircleCheck,
  campaign: IconSpeakerphone,
  build: IconTool,
  rocket_launch: IconRocket,
  schedule: IconClock,
  celebration: IconConfetti,
  security: IconShield,
} satisfies Record<string, Icon>
export type IconName = keyof typeof icons
export const iconNames = Object.keys(icons) as IconName[]

const ofVariant: Record<BannerVariant, IconName> = {
  info: 'info',
  warning: 'warning',
  error: 'error',
  success: 'check_circle',
}

const isKnown = (name: string | null): name is IconName => name !== null && Object.hasOwn(icons, name)

export const iconOf = (icon: string | null, variant: BannerVariant): Icon | undefined =>
  icon === 'none' ? undefined : icons[isKnown(icon) ? icon : ofVariant[variant]]
