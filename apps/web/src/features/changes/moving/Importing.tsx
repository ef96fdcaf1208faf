import { Button, Loader } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { Bar } from '../../../ui/Bar.tsx'
import { t } from './messages.ts'
import classes from './moving.module.css'
import { Blocked, kindName } from './Plan.tsx'
import { useCompareMove, useImportMove } from './queries.ts'
import { differingFlags, type StationProps } from './stations.ts'
import { Token } from './Token.tsx'

export function Importing({ move, token, onToken }: StationProps) {
  const { imported, progress = [], phase, url = '' } = move
  const again = useImportMove()
  const compare = useCompareMove()
  const isBusy = phase === 'importing'
  const kept = imported ? differingFlags(imported) : []
  const source = { url, token }
  return (
    <div className={classes.station}>
      <div className={classes.cards}>
        {token === '' && <Token token={token} onToken={onToken} />}
        <section className={classes.card} aria-labelledby="move-import">
          <header>
            {isBusy ? <Loader size={14} /> : <IconCircleCheckFilled size={16} className={classes.good} />}
            <h2 id="move-import">
              <span role="status">{t(isBusy ? 'importing' : 'imported')}</span>
            </h2>
            {!isBusy && imported && <span className="dim small">{t('importedText', imported)}</span>}
          </header>
          <ul className={classes.progress}>
            {progress.map(({ kind, done, total }) => (
              <li key={kind}>
                <b>{kind === 'flags' ? t('flagPlaces') : kindName(kind)}</b>
                <Bar value={(done / Math.max(1, total)) * 100} width={120} />
                <span className="num dim">{t('progressOf', { done, total })}</span>
              </li>
            ))}
          </ul>
        </section>
        {imported && !isBusy && <Blocked plan={imported} />}
        {kept.length > 0 && !isBusy && (
          <section className={classes.card} aria-labelledby="move-kept">
            <header>
              <h2 id="move-kept">{t('keptTitle')}</h2>
            </header>
            <ul className={classes.list}>
              {kept.map(({ name, fields }) => (
                <li key={name}>
                  <b>{name}</b>
                  <span className="dim">{t('differs', { fields: fields.join(t('and')) })}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <footer className={classes.footer}>
        <span className="dim small">{t('importFoot')}</span>
        <Button
          variant="default"
          loading={again.isPending}
          disabled={isBusy || token === ''}
          onClick={() => again.mutate({ ...source, follow: move.following !== undefined })}
        >
          {t('importAgain')}
        </Button>
        <Button
          loading={compare.isPending}
          disabled={isBusy || token === ''}
          onClick={() => compare.mutate(source)}
        >
          {t('compare')}
        </Button>
      </footer>
    </div>
  )
}
