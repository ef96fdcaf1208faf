export const expiries = ['never', '30', '90', '365', 'custom'] as const
export type Expiry = { choice: (typeof expiries)[number]; day: string }

const DAY = 86_400_000

/** As the server takes it; null is never, undefined is not chosen yet or over already. */
export function expiryOf({ choice, day }: Expiry, now = Date.now()): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'custom') return new Date(now + Number(choice) * DAY).toISOString()
  // Until the end of that day, wherever one lives.
  const end = Date.parse(`${day}T23:59:59`)
  return Number.isNaN(end) || end <= now ? undefined : new Date(end).toISOString()
}
