/**
 * What may take more of the thread than the watch allows, with the most that was measured and the reason. Passwords are
 * not here: they are hashed in the thread pool.
 */
export const exceptions: readonly { route: string; most: number; reason: string }[] = []
