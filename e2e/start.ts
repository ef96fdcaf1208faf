import pg from 'pg'
import { database, mailPort, port, postgres } from './database.ts'

// Starts the built server on an empty database, as described in the README.

const client = new pg.Client({ connectionString: postgres() })
await client.connect()
await client.query(`drop database if exists ${database} with (force)`)
await client.query(`create database ${database}`)
await client.end()

Object.assign(process.env, {
  DATABASE_URL: postgres(database),
  PORT: port,
  HTTP_HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  INSECURE_COOKIES: 'true',
  // Longer request timeout: slow responses on a busy machine must not become 503.
  REQUEST_BUDGET_MS: '30000',
  ENCRYPTION_KEY: 'only for journeys',
  UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
  URL: `http://127.0.0.1:${port}`,
  UNLEASH_DEFAULT_ADMIN_USERNAME: 'admin',
  UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Correct-horse-7',
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: mailPort,
  UNLEASH_URL: `http://127.0.0.1:${port}`,
  PASSWORD_RESET_LIMIT_PER_MINUTE: '10',
  // Raise the rate limit: all tests sign in from one IP address, and again after each failure.
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '100',
  INIT_ADMIN_API_TOKENS: '*:*.journeys-admin',
  INIT_BACKEND_API_TOKENS: '*:development.journeys-backend',
  INIT_FRONTEND_API_TOKENS: '*:development.journeys-frontend',
})
await import('../apps/server/dist/main.js')
