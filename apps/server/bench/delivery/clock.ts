/** Milliseconds since 1970 with their fractions, the same in every process of this machine. */
export const now = (): number => performance.timeOrigin + performance.now()
