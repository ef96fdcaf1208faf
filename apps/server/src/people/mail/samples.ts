import type { Letter } from './letter.ts'
import {
  accessRequested,
  digest,
  gettingStarted,
  notified,
  productivityReport,
  resetPassword,
  reviewRequested,
  signedInAnew,
  tokenExpiring,
} from './letters.ts'

/** The emails with sample data, by the name of their preview. */
export const samplesAt = (home: string): ReadonlyMap<string, Letter> =>
  new Map<string, Letter>([
    ['getting-started', gettingStarted({ name: 'Ada', url: `${home}/new-user?token=…`, hours: 24 })],
    ['reset-password', resetPassword({ name: 'Ada', url: `${home}/reset-password?token=…`, hours: 1 })],
    [
      'review-request',
      reviewRequested({
        name: 'Ada',
        author: 'Grace',
        title: 'New checkout for everyone',
        place: 'shop · production',
        url: `${home}/projects/shop/change-requests/7`,
      }),
    ],
    [
      'notification',
      notified({
        name: 'Ada',
        messages: ['Grace turned off new-checkout in production in the project shop'],
        url: `${home}/projects/shop/features/new-checkout`,
      }),
    ],
    [
      'digest',
      digest({
        name: 'Ada',
        messages: [
          'Grace turned off new-checkout in production in the project shop',
          'system marked old-banner as potentially stale in the project shop',
        ],
        url: `${home}/notifications`,
      }),
    ],
    [
      'token-expiry',
      tokenExpiring({
        name: 'Ada',
        description: 'laptop',
        expiresAt: new Date(Date.UTC(2030, 0, 31, 12)),
        url: `${home}/profile/personal-api-tokens`,
      }),
    ],
    [
      'access-request',
      accessRequested({ name: 'Ada', email: 'grace@example.com', url: `${home}/admin/users` }),
    ],
    [
      'new-sign-in',
      signedInAnew({
        name: 'Ada',
        browser: 'Firefox, Linux',
        ip: '192.0.2.1',
        at: new Date(Date.UTC(2030, 0, 31, 12)),
        url: `${home}/profile/sessions`,
      }),
    ],
    [
      'productivity-report',
      productivityReport({
        name: 'Ada',
        month: 'January 2030',
        now: {
          created: 12,
          archived: 9,
          changes: 48,
          reached: 7,
          days: 6.5,
          flags: 140,
          stale: 21,
          health: 85,
        },
        before: {
          created: 15,
          archived: 4,
          changes: 51,
          reached: 9,
          days: 8.1,
          flags: 137,
          stale: 28,
          health: 80,
        },
        url: `${home}/insights`,
      }),
    ],
  ])
