import type { DiffLine } from '../../../ui/Diff.tsx'
import { t } from './messages.ts'
import { RuleSentence, type SegmentNames } from './RuleSentence.tsx'
import { isKnownKind, isSameRule, type RuleBody } from './rule.ts'

/** The sentences before and after, and a line for each change that they do not show. */
export function diffRules(
  before: RuleBody | undefined,
  after: RuleBody | undefined,
  segments: SegmentNames,
): DiffLine[] {
  if (!before && !after) return []
  if (!before || !after) {
    const rule = before ?? after
    return rule
      ? [{ sign: before ? '-' : '+', key: 'rule', content: <RuleSentence rule={rule} segments={segments} /> }]
      : []
  }
  if (isSameRule(before, after)) return []
  const said = { ...before, title: after.title, disabled: after.disabled }
  const words: DiffLine[] = isSameRule(said, after)
    ? []
    : [
        {
          sign: '-',
          key: '- rule',
          content: (
            <RuleSentence
              rule={{ ...before, disabled: false }}
              segments={segments}
              against={{ rule: after, mark: 'del' }}
            />
          ),
        },
        {
          sign: '+',
          key: '+ rule',
          content: (
            <RuleSentence
              rule={{ ...after, disabled: false }}
              segments={segments}
              against={{ rule: before, mark: 'add' }}
            />
          ),
        },
      ]
  return [...words, ...quiet(before, after)]
}

/** Changes that the sentence does not show: title, group, payloads, whether it is disabled. */
function quiet(before: RuleBody, after: RuleBody): DiffLine[] {
  const pairs: [key: string, label: string, was: string, is: string][] = [
    ['title', t('form.title'), before.title, after.title],
    ['active', t('form.active'), activity(before), activity(after)],
    ['group', t('form.group'), groupOf(before), groupOf(after)],
    ['payloads', t('form.payloads'), payloads(before), payloads(after)],
  ]
  return pairs
    .filter(([, , was, is]) => was !== is)
    .map(([key, label, was, is]) => ({
      sign: '~' as const,
      key,
      content: t('diff.from', { label, was: was || t('diff.nothing'), is: is || t('diff.nothing') }),
    }))
}

/** The sentence of other kinds contains all parameters. */
const groupOf = ({ name, parameters }: RuleBody) => (isKnownKind(name) ? (parameters.groupId ?? '') : '')

const activity = ({ disabled }: RuleBody) => t(disabled ? 'form.off' : 'form.on')

const payloads = ({ variants }: RuleBody) =>
  variants.flatMap(({ name, payload }) => (payload ? [`${name}: ${payload.value}`] : [])).join(', ')
