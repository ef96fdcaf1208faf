import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { removeStaticShell } from '../lib/staticShell.ts'
import './entry.css'
import { SignIn } from './SignIn.tsx'

export async function startEntry(path: string) {
  const root = document.getElementById('root')
  if (!root) return
  removeStaticShell()
  createRoot(root).render(<StrictMode>{await pageAt(path)}</StrictMode>)
}

/** Whoever signs in does not wait for what the others need. */
async function pageAt(path: string): Promise<ReactNode> {
  if (/^\/forgotten-password\b/.test(path)) {
    const { ForgottenPassword } = await import('./ForgottenPassword.tsx')
    return <ForgottenPassword />
  }
  const invitation = new URLSearchParams(location.search).get('invite')
  if (/^\/new-user\b/.test(path) && invitation) {
    const { SignUp } = await import('./SignUp.tsx')
    return <SignUp invitation={invitation} />
  }
  if (/^\/setup\b/.test(path)) {
    const { Setup } = await import('./Setup.tsx')
    return <Setup />
  }
  if (/^\/(new-user|reset-password)\b/.test(path)) {
    const { ChoosePassword } = await import('./ChoosePassword.tsx')
    return <ChoosePassword isInvitation={path.startsWith('/new-user')} />
  }
  return <SignIn path={path} />
}
