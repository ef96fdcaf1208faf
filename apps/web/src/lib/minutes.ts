/** Units of a time span, in minutes. */
export const units = { days: 1440, hours: 60, minutes: 1 } as const
export type Unit = keyof typeof units
const names = Object.keys(units) as Unit[]

/** The largest unit in which the span is a whole number: 90 minutes, 36 hours, 2 days. */
export function inUnits(minutes: number): { amount: number; unit: Unit } {
  const unit = names.find((one) => minutes % units[one] === 0) ?? 'minutes'
  return { amount: minutes / units[unit], unit }
}

const formats = {
  days: new Intl.NumberFormat('en', { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  hours: new Intl.NumberFormat('en', { style: 'unit', unit: 'hour', unitDisplay: 'long' }),
  minutes: new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
}

export function formatMinutes(minutes: number): string {
  const { amount, unit } = inUnits(minutes)
  return formats[unit].format(amount)
}
