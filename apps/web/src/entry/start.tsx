import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ChoosePassword } from './ChoosePassword.tsx'
import './entry.css'
import { SignIn } from './SignIn.tsx'

export function startEntry(path: string) {
  const root = document.getElementById('root')
  if (!root) return
  const choosing = /^\/(setup|new-user|reset-password)\b/.test(path)
  createRoot(root).render(<StrictMode>{choosing ? <ChoosePassword /> : <SignIn path={path} />}</StrictMode>)
}
