/** What the exit status of a command means. */
export const exits = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  differs: 3,
  changed: 4,
  waits: 5,
  unknown: 6,
} as const
export type Exit = (typeof exits)[keyof typeof exits]

/** An error that the user can act on, with the exit status. */
export class CliError extends Error {
  readonly exit: Exit

  constructor(message: string, exit: Exit = exits.failed) {
    super(message)
    this.exit = exit
  }
}
