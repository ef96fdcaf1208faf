export type Rule = {
  title?: string
  rollout: number
  constraints?: object[]
  segments?: string[]
  variants?: [string, number][]
}
export type Flag = {
  name: string
  description: string
  type: string
  development: number
  staging: number
  production: Rule[]
  /** It follows a release plan in production, which is in this state. */
  plan?: Plan
  /** What was decided about it in the end. */
  end?: 'kept' | 'discarded' | 'stale' | 'archived'
}
export type Plan = 'running' | 'paused' | 'finished'

/** A constraint on a context field. */
export const is = (contextName: string, ...values: string[]) => ({ contextName, operator: 'IN', values })
const all = [{ rollout: 100 }]
const off: Rule[] = []

/** The flags of the demo shop, by project. */
export const flags: Record<string, Flag[]> = {
  checkout: [
    {
      name: 'new-payment-form',
      description: 'One page instead of three steps for card details',
      type: 'release',
      development: 100,
      staging: 100,
      production: [
        {
          title: 'Staff in the beta',
          rollout: 100,
          segments: ['payment-beta-testers'],
          constraints: [{ contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@acme.com'] }],
        },
        {
          title: 'Nordic ramp',
          rollout: 25,
          constraints: [
            is('country', 'NO', 'SE', 'DK'),
            { contextName: 'appVersion', operator: 'SEMVER_GTE', value: '5.12.0' },
          ],
          variants: [
            ['control', 500],
            ['single-page', 500],
          ],
        },
      ],
    },
    flag('express-checkout-wallets', 'Apple Pay and Google Pay above the fold', 'experiment', 100, 100, [
      {
        rollout: 50,
        variants: [
          ['control', 500],
          ['wallets', 500],
        ],
      },
    ]),
    flag('address-autocomplete-v2', 'Switch the lookup provider per country', 'release', 100, 100, [
      { rollout: 60 },
    ]),
    flag('fraud-score-threshold', 'Kill switch for the external risk score', 'kill-switch', 100, 100, all),
    flag('cart-reservation-ttl', 'Hold stock for 15 minutes at checkout start', 'operational', 100, 100, all),
    flag('invoice-for-business', 'Pay by invoice for verified companies', 'permission', 100, 100, [
      { rollout: 100, segments: ['verified-companies'] },
    ]),
    flag(
      'guest-checkout-nudge',
      'Ask for an account after the order, not before',
      'experiment',
      100,
      30,
      off,
    ),
    flag('split-shipment-pricing', 'Show one delivery price per parcel', 'release', 100, 0, off),
    flag(
      'tax-engine-eu-2027',
      'New VAT rules, dark-launched against the old engine',
      'release',
      100,
      100,
      off,
    ),
    flag('coupon-stacking', 'Allow two coupons of different kinds', 'release', 50, 0, off),
    flag('order-confirmation-react', 'Confirmation page on the new front end', 'release', 100, 100, all, {
      end: 'kept',
    }),
    flag('legacy-voucher-endpoint', 'Keeps the 2023 voucher API answering', 'operational', 100, 100, all, {
      end: 'stale',
    }),
    flag('one-click-reorder', 'Order the last basket again', 'experiment', 100, 0, off, { end: 'discarded' }),
    flag('paper-invoices', 'Send invoices by post', 'operational', 100, 100, all, { end: 'archived' }),
    flag('klarna-pay-later-no', 'Pay later for Norway', 'release', 100, 0, [
      { rollout: 100, constraints: [is('country', 'NO')] },
    ]),
    flag('delivery-slot-picker', 'Choose a two-hour window', 'release', 0, 0, off),
    flag('gift-wrap-upsell', 'Offer gift wrap in the order summary', 'experiment', 0, 0, off),
    flag('basket-merge-on-login', 'Merge guest and account baskets', 'release', 100, 100, [{ rollout: 90 }]),
    flag('3ds-fallback-redirect', 'Redirect flow when the iframe is blocked', 'kill-switch', 100, 100, all),
  ],
  storefront: [
    flag('search-suggestions', 'Suggestions while typing', 'release', 100, 100, [{ rollout: 75 }]),
    flag('dark-mode', 'Follow the system colour scheme', 'release', 100, 100, all),
    flag('recommendations-v3', 'Model trained on baskets, not on clicks', 'experiment', 100, 50, off, {
      plan: 'running',
    }),
    flag('summer-sale-banner', 'Banner on every page until the end of August', 'release', 100, 100, all, {
      end: 'archived',
    }),
  ],
  fulfilment: [
    flag('label-printer-zpl', 'Print labels without the driver', 'operational', 100, 100, all),
    flag('pick-route-optimizer', 'Shortest way through the warehouse', 'release', 100, 20, off, {
      plan: 'paused',
    }),
    flag('carrier-tracking-links', 'Tracking links of the carrier in emails', 'release', 100, 100, off, {
      plan: 'finished',
    }),
    flag('robot-charging-plan', 'Charge robots when power is cheap', 'release', 100, 0, off),
  ],
}

function flag(
  name: string,
  description: string,
  type: string,
  development: number,
  staging: number,
  production: Rule[],
  more: Pick<Flag, 'plan' | 'end'> = {},
): Flag {
  return { name, description, type, development, staging, production, ...more }
}
