import { pino } from 'pino'
import { type Edge, openEdge } from './edge.ts'
import { readSettings } from './settings.ts'

type LocalEdge = {
  port: number
  /** Flags in the format of the client API; reloaded when it changes. */
  file: string
  tokens: { backend: string; frontend: string }
}

/** Serves a file of flags to programs on this computer. Nothing is sent anywhere: it knows no server. */
export const openLocalEdge = ({ port, file, tokens }: LocalEdge): Promise<Edge> =>
  openEdge(
    readSettings({
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      FLAGS_FILE: file,
      FILE_BACKEND_TOKENS: tokens.backend,
      FILE_FRONTEND_TOKENS: tokens.frontend,
      LOG_LEVEL: 'error',
    }),
    pino({ level: 'error' }, pino.destination(2)),
  )
