/** A timeout for waiting outside tests, where `expect.poll` is not available: long enough for any machine. */
export const patiently = { timeout: 120_000, interval: 10 }
