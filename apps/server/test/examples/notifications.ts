import { unsubscribeToken } from '../../src/insight/notifications/mails/links.ts'
import type { Prepare } from './prepare.ts'

export const env = { ENCRYPTION_KEY: 'a key for examples' }

export const prepare: Prepare = async ({ app, actors }) => ({
  replace: { 'signed-token': unsubscribeToken(app.handles.settings, actors.editor.id, 'own-flag') ?? '' },
})
