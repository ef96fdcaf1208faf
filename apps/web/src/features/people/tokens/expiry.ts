export const expiries = ['never', '30', '90', '365', 'custom'] as const
export type Expiry = { choice: (typeof expiries)[number]; day: string }

const DAY = 86_400_000

/** In the format of the server; null for never, undefined if not selected yet or in the past. */
export function expiryOf({ choice, day }: Expiry, now = Date.now()): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'custom') return new Date(now + Number(choice) * DAY).toISOString()
  // The end of that day in the user's time zone.
  const end = Date.parse(`${day}T23:59:59`)
  return Number.isNaN(end) || end <= now ? undefined : new Date(end).toISOString()
}
