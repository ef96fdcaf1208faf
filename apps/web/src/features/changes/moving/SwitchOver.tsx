import type { Move } from '@flagstaff/contract/moving'
import { Button, Checkbox } from '@mantine/core'
import { t } from './messages.ts'
import classes from './moving.module.css'

const list = [
  t('list.tokens'),
  t('list.applications'),
  t('list.edges'),
  t('list.readOnly'),
  t('list.url'),
  t('list.revision'),
  t('list.back'),
]

/** What remains to be done by people. Nothing is stored. */
export function SwitchOver({ move: { comparison }, onBack }: { move: Move; onBack: () => void }) {
  return (
    <div className={classes.station}>
      <div className={classes.cards}>
        <section className={classes.card} aria-labelledby="move-list">
          <header>
            <h2 id="move-list">{t('switchTitle')}</h2>
          </header>
          <div className={classes.options}>
            <Checkbox label={t('list.clean')} checked={comparison?.clean ?? false} readOnly />
            {list.map((text) => (
              <Checkbox key={text} label={text} />
            ))}
          </div>
        </section>
      </div>
      <footer className={classes.footer}>
        <span />
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
      </footer>
    </div>
  )
}
