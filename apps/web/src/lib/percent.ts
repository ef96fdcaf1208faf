/** Rollouts are whole percentages: a fraction is refused, never read as something else. */
export const isFraction = (percent: number | undefined) => percent !== undefined && !Number.isInteger(percent)
