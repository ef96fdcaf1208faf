import { entra } from './entra.ts'
import { okta } from './okta.ts'
import { google, jumpCloud, oneLogin } from './others.ts'

/** Requests in the forms that identity providers document or are known to send. */
export const providers = [okta, entra, oneLogin, jumpCloud, google]
