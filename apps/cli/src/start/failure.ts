/** A problem that the user can solve. It ends the command with this message alone. */
export class Failure extends Error {
  readonly exitCode: 1 | 2
  /** @param exitCode 2 if the command was used the wrong way */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const elsewhere = `To run Flagstaff with another database:
  DATABASE_URL=postgres://user:password@host/database flagstaff start   an empty database in PostgreSQL 13 or newer
  docker compose -f deploy/compose.yaml up --build                      Flagstaff and PostgreSQL in containers, in a clone`

/** The bundled PostgreSQL cannot run here: says why, and what works instead. */
export const noPostgres = (reason: string) => new Failure(`${reason}\n\n${elsewhere}`)
