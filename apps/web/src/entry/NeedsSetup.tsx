import type { ReactNode } from 'react'
import { entryMessages, t } from '../messages/entry.ts'
import { formatRich } from '../messages/messages.ts'

const COMMAND = 'docker compose logs | grep /setup'

/** Shown if the installation has no administrator yet: where to find the setup link. */
export function NeedsSetup() {
  const hint = formatRich<ReactNode>(entryMessages['signIn.needsSetupHint'], {
    code: (parts: string[]) => <code key="code">{parts}</code>,
  })
  return (
    <div className="needs-setup" role="status">
      <p>{t('signIn.needsSetup')}</p>
      <pre>{COMMAND}</pre>
      <p>{hint}</p>
    </div>
  )
}
