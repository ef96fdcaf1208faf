import type { DiffLine } from '../../../ui/Diff.tsx'
import { t } from './messages.ts'
import type { Parameter } from './parameters.ts'

/** All fields are present, so that two drafts can be compared. */
export type StrategyDraft = { name: string; title: string; description: string; parameters: Parameter[] }

const texts = ['name', 'title', 'description'] as const
const labels: Record<(typeof texts)[number], () => string> = {
  name: () => t('strategies.name'),
  title: () => t('strategies.label'),
  description: () => t('strategies.description'),
}

/** The changes that saving makes. `before` is undefined for a new strategy. */
export function diffOf(before: StrategyDraft | undefined, after: StrategyDraft): DiffLine[] {
  const line = (sign: '+' | '-', key: string, content: string): DiffLine => ({
    sign,
    key: `${sign} ${key}`,
    content,
  })
  const words = texts
    .filter((field) => after[field] !== (before?.[field] ?? ''))
    .flatMap((field) => {
      const say = (value: string) => `${labels[field]()}: ${value || t('parameter.none')}`
      const now = line('+', field, say(after[field]))
      return before ? [line('-', field, say(before[field])), now] : [now]
    })
  const was = new Set(before?.parameters.map(say))
  const is = new Set(after.parameters.map(say))
  const gone = [...was].filter((text) => !is.has(text))
  const come = [...is].filter((text) => !was.has(text))
  return [
    ...words,
    ...gone.map((text) => line('-', text, text)),
    ...come.map((text) => line('+', text, text)),
  ]
}

function say({ name, type, description, required }: Parameter): string {
  const said = t('parameter.said', { name: name || '…', type: t(`kind.${type}`), required: String(required) })
  return description ? `${said}: ${description}` : said
}
