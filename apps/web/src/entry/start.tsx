import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { removeStaticShell } from '../lib/staticShell.ts'
import './entry.css'
import { SignIn } from './SignIn.tsx'

export async function startEntry(path: string) {
  const root = document.getElementById('root')
  if (!root) return
  removeStaticShell()
  followSystemTheme()
  createRoot(root).render(<StrictMode>{await pageAt(path)}</StrictMode>)
}

/** `index.html` sets the theme once; the system theme can change while the page is open. */
function followSystemTheme() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (/^(light|dark)$/.test(localStorage.getItem('flagstaff-theme') ?? '')) return
    document.documentElement.setAttribute('data-mantine-color-scheme', matches ? 'dark' : 'light')
  })
}

/** Other pages are loaded on demand, so that they do not delay signing in. */
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
