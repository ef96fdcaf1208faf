import type { NotificationKind } from '@flagstaff/contract/notifications'
import {
  IconArrowsExchange,
  IconAt,
  IconBoltOff,
  IconCalendarX,
  IconCircleCheck,
  IconDeviceLaptop,
  IconFlag,
  IconGitPullRequest,
  IconKey,
  IconPlayerPause,
  IconPlugConnectedX,
  IconShieldX,
  IconUserPlus,
} from '@tabler/icons-react'

type Kind = {
  icon: typeof IconFlag
  tone: 'bad' | 'warn' | 'ok' | 'plain'
  /** The tab of the list. */
  tab: 'reviews' | 'flags' | 'rollouts' | 'operations'
  /** The section of the preferences. */
  group: 'requests' | 'rollouts' | 'flags' | 'operations'
}

export const kinds: Record<NotificationKind, Kind> = {
  'review-requested': { icon: IconGitPullRequest, tone: 'plain', tab: 'reviews', group: 'requests' },
  'review-decided': { icon: IconCircleCheck, tone: 'ok', tab: 'reviews', group: 'requests' },
  'schedule-failed': { icon: IconCalendarX, tone: 'warn', tab: 'rollouts', group: 'requests' },
  'guard-tripped': { icon: IconShieldX, tone: 'bad', tab: 'rollouts', group: 'rollouts' },
  'plan-paused': { icon: IconPlayerPause, tone: 'warn', tab: 'rollouts', group: 'rollouts' },
  mentioned: { icon: IconAt, tone: 'plain', tab: 'flags', group: 'flags' },
  'own-flag': { icon: IconFlag, tone: 'plain', tab: 'flags', group: 'flags' },
  'project-flag': { icon: IconArrowsExchange, tone: 'plain', tab: 'flags', group: 'flags' },
  'token-ending': { icon: IconKey, tone: 'warn', tab: 'operations', group: 'operations' },
  'signal-failed': { icon: IconBoltOff, tone: 'warn', tab: 'operations', group: 'operations' },
  'access-request': { icon: IconUserPlus, tone: 'plain', tab: 'operations', group: 'operations' },
  'new-sign-in': { icon: IconDeviceLaptop, tone: 'warn', tab: 'operations', group: 'operations' },
  'integration-failing': { icon: IconPlugConnectedX, tone: 'warn', tab: 'operations', group: 'operations' },
}

export const tabs = ['all', 'reviews', 'flags', 'rollouts', 'operations'] as const
export type Tab = (typeof tabs)[number]
export const groups = ['requests', 'rollouts', 'flags', 'operations'] as const
