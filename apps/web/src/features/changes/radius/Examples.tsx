import type { Radius, RadiusExample } from '@flagstaff/contract/radius'
import { reasonWords } from '../../insight/playground/index.ts'
import { t } from './messages.ts'
import classes from './radius.module.css'
import { outcomeName } from './words.ts'

/** Single contexts with the reasons for their results. */
export function Examples({ radius }: { radius: Radius }) {
  const { examples = [], environment, pseudonyms, flags } = radius
  return (
    <ol className={classes.examples}>
      {examples.map((example, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contexts can be equal, and the list never changes
        <li key={index}>
          <p className={classes.fields}>
            <b>{example.application}</b>
            {flags > 1 && <span>{example.feature}</span>}
            {Object.entries(example.context).map(([name, value]) => (
              <span key={name}>
                <span className="faint">{name}</span>{' '}
                <code data-pseudonym={pseudonyms.includes(name) || undefined}>{value}</code>
              </span>
            ))}
          </p>
          <dl>
            <dt>{t('examples.before')}</dt>
            <dd>{resultWords(example.before, environment)}</dd>
            <dt>{t('examples.after')}</dt>
            <dd>{resultWords(example.after, environment)}</dd>
          </dl>
        </li>
      ))}
    </ol>
  )
}

const resultWords = (side: RadiusExample['before'], environment: string) =>
  t('examples.result', { result: outcomeName(side), reason: reasonWords(side.reason, environment) })
