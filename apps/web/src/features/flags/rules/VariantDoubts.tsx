import { t } from './messages.ts'
import { foreignStickiness, type RuleBody, ruleStickiness, variantDoubts } from './rule.ts'

type DoubtsProps = {
  rule: Pick<RuleBody, 'name' | 'parameters' | 'variants'>
  className: string | undefined
}

/** Says which SDKs can choose different variants for the same user. */
export const VariantDoubts = ({ rule, className }: DoubtsProps) =>
  variantDoubts(rule).map((doubt) => (
    <p key={doubt} className={className} role="note">
      {t(`form.doubt.${doubt}`, {
        variants: foreignStickiness(rule).join(', '),
        rule: ruleStickiness(rule),
      })}
    </p>
  ))
