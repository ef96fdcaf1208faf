import type { TryAddon } from '@flagstaff/contract/integrations'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Scrollable } from '../../../ui/Scrollable.tsx'
import classes from './integrations.module.css'
import { t } from './messages.ts'
import { plainText } from './plain.ts'
import { preview, useTest } from './queries.ts'

/** What is sent for a real event, and a button that sends it. */
export function Preview({ body, ready }: { body: TryAddon; ready: boolean }) {
  // As a text, since the object is another one each time.
  const [settled] = useDebouncedValue(ready ? JSON.stringify(body) : '', 400)
  const { data, error } = useQuery({ ...preview(settled), enabled: settled !== '' })
  const test = useTest()
  return (
    <div className={classes.preview}>
      <h2>{t('preview.title')}</h2>
      {!ready && <p className="dim">{t('preview.waiting')}</p>}
      {ready && error && <p role="alert">{error.message}</p>}
      {ready && data && !error && (
        <>
          <p className="dim small">{t(data.event ? 'preview.event' : 'preview.sample')}</p>
          {data.text !== undefined && <div className={classes.message}>{plainText(data.text)}</div>}
          {data.requests.slice(0, 1).map(({ host, headers, body: sent }) => (
            <div key={host} className={classes.preview}>
              <h3 className="small">{t('preview.request', { host })}</h3>
              <div className={`${classes.headers} mono dim`}>
                {Object.entries(headers).map(([name, value]) => (
                  <span key={name}>
                    {name}: {value}
                  </span>
                ))}
              </div>
              <Code text={sent} label={t('preview.body')} />
            </div>
          ))}
          <p className="dim small">{t('preview.week', { count: data.week })}</p>
        </>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconSend size={14} stroke={1.75} />}
          disabled={!ready}
          loading={test.isPending}
          onClick={() => test.mutate(body)}
        >
          {t('preview.test')}
        </Button>
      </div>
      <div aria-live="polite">
        {test.data && (
          <p className={classes.result} data-bad={test.data.ok ? undefined : true}>
            {test.data.ok
              ? t('preview.ok', { status: test.data.status ?? '', ms: test.data.ms })
              : `${t('preview.failed')} ${test.data.error ?? ''}`}
          </p>
        )}
        {test.error && (
          <p className={classes.result} data-bad>
            {test.error.message}
          </p>
        )}
      </div>
    </div>
  )
}

export function Code({ text, label }: { text: string; label: string }) {
  return (
    <Scrollable className={classes.code} aria-label={label}>
      <pre>{pretty(text)}</pre>
    </Scrollable>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
