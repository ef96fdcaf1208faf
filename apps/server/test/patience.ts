/** For waiting outside of tests, where `expect.poll` cannot be used: long enough for any machine. */
export const patiently = { timeout: 120_000, interval: 10 }
