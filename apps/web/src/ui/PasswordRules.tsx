import { t } from '../messages/entry.ts'

const rules = [
  ['rule.length', (text: string) => text.length >= 10 && text.length < 128],
  ['rule.upper', (text: string) => /\p{Lu}/u.test(text)],
  ['rule.lower', (text: string) => /\p{Ll}/u.test(text)],
  ['rule.digit', (text: string) => /\d/.test(text)],
  ['rule.special', (text: string) => /[^\p{L}\p{N}]/u.test(text)],
  ['rule.repeat', (text: string) => text !== '' && !/(.)\1\1/u.test(text)],
] as const

/** The password rules, checked while typing. The server validates them again. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <ul id={id} className="rules">
      {rules.map(([key, holds]) => {
        const kept = holds(password)
        return (
          <li key={key} data-kept={kept}>
            <span className="tick" aria-hidden="true">
              {kept ? '✓' : '·'}
            </span>
            {t(key)}
            <span className="hidden">, {t(kept ? 'rule.kept' : 'rule.missing')}</span>
          </li>
        )
      })}
    </ul>
  )
}
