import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ChoosePassword } from './ChoosePassword.tsx'
import './entry.css'
import { SignIn } from './SignIn.tsx'

export async function startEntry(path: string) {
  const root = document.getElementById('root')
  if (!root) return
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
  return /^\/(setup|new-user|reset-password)\b/.test(path) ? <ChoosePassword /> : <SignIn path={path} />
}
