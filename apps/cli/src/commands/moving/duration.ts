import { CliError, exits } from '../../exit.ts'

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const MOST_MS = 6 * units.d

/** A duration such as `30m` or `24h`, in milliseconds. */
export function readDuration(text: string): number {
  const [, number, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const ms = Number(number) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (!(ms <= MOST_MS))
    throw new CliError(`"${text}" is not a duration of at most 6 days, such as 30m or 24h.`, exits.wrongUse)
  return ms
}
