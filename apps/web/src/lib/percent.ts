/** Rollouts are whole percentages: a fraction is rejected, not rounded. */
export const isFraction = (percent: number | undefined) => percent !== undefined && !Number.isInteger(percent)
