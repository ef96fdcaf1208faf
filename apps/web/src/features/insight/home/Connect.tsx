import type { Onboarding } from '@flagstaff/contract/home'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { boot } from '../../../lib/boot.ts'
import { formatAge } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { Refused } from '../../../ui/Refused.tsx'
import { Snippets } from '../../../ui/Snippets.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { snippetsFor } from '../../people/tokens/index.ts'
import classes from './home.module.css'
import { t } from './messages.ts'
import { useCreateFirstToken } from './queries.ts'

type Place = { project: string; flag: string; environment: string }
type ConnectProps = { place: Place; seen: Onboarding['seen'] | undefined; isDone: boolean }

/** A snippet with a new token, and whether an application used it. */
export function Connect({ place, seen, isDone }: ConnectProps) {
  const { project, flag, environment } = place
  const [secrets, setSecrets] = useState<{ backend: string; frontend: string }>()
  const address = `${location.origin}${boot.basePath}`
  const snippets = secrets && [
    ...snippetsFor({ address, kind: 'backend', flag, app: project, secret: secrets.backend }),
    ...snippetsFor({ address, kind: 'frontend', flag, app: project, secret: secrets.frontend }),
  ]
  return (
    <div className={classes.connect}>
      {snippets ? (
        <>
          <p className="dim">{t('welcome.connectText', { environment })}</p>
          <Snippets label={t('welcome.languages')} snippets={withSecret(snippets, secrets)} />
          <p className="faint small">{t('welcome.tokenGone')}</p>
        </>
      ) : (
        !isDone && <CreateToken place={place} seen={seen} onCreated={setSecrets} />
      )}
      {(secrets || seen) && <Arrival environment={environment} seen={seen} isDone={isDone} />}
    </div>
  )
}

type Secrets = { backend: string; frontend: string }

/** Snippets read the token from the environment; here it is in the code, so that it runs as copied. */
const withSecret = (snippets: ReturnType<typeof snippetsFor>, { backend, frontend }: Secrets) => {
  const unique = snippets.filter(
    ({ language }, index) => snippets.findIndex((one) => one.language === language) === index,
  )
  return unique.map(({ language, code }) => ({
    language,
    code: code
      .replace('import.meta.env.FLAGSTAFF_TOKEN', `'${frontend}'`)
      .replace('process.env.FLAGSTAFF_TOKEN', `'${backend}'`)
      .replace(/System\.getenv\("FLAGSTAFF_TOKEN"\)|os\.Getenv\("FLAGSTAFF_TOKEN"\)/, `"${backend}"`)
      .replace('os.environ["FLAGSTAFF_TOKEN"]', `"${backend}"`)
      .replace('Environment.GetEnvironmentVariable("FLAGSTAFF_TOKEN")', `"${backend}"`)
      .replace('ENV["FLAGSTAFF_TOKEN"]', `"${backend}"`)
      .replace("getenv('FLAGSTAFF_TOKEN')", `'${backend}'`)
      .replace('$FLAGSTAFF_TOKEN', backend),
  }))
}

type CreateTokenProps = {
  place: Place
  seen: Onboarding['seen'] | undefined
  onCreated(secrets: Secrets): void
}

function CreateToken({ place: { project, environment }, seen, onCreated }: CreateTokenProps) {
  const create = useCreateFirstToken()
  const refusal = useCan('CREATE_PROJECT_API_TOKEN', { project })
  const label = t(seen ? 'welcome.another' : 'welcome.token')
  const run = async () => {
    const [backend, frontend] = await Promise.all(
      (['backend', 'frontend'] as const).map((type) =>
        create.mutateAsync({ project, environment, type }).catch(() => undefined),
      ),
    )
    if (backend?.data.secret && frontend?.data.secret)
      onCreated({ backend: backend.data.secret, frontend: frontend.data.secret })
  }
  return (
    <>
      <p className="dim">{t('welcome.connectAsk', { environment })}</p>
      <div className={classes.ways}>
        {refusal ? (
          <Refused why={refusal}>
            <Button aria-disabled>{label}</Button>
          </Refused>
        ) : (
          <Button loading={create.isPending} onClick={() => void run()}>
            {label}
          </Button>
        )}
      </div>
    </>
  )
}

type ArrivalProps = { environment: string; seen: Onboarding['seen'] | undefined; isDone: boolean }

function Arrival({ environment, seen, isDone }: ArrivalProps) {
  const title = isDone ? 'welcome.evaluated' : seen ? 'welcome.seen' : 'welcome.waiting'
  return (
    <div className={classes.arrival}>
      <Waiting done={Boolean(seen)} text={t(title)} />
      {!isDone && (
        <span className="dim small">
          {seen
            ? t('welcome.seenText', { app: seen.sdk ?? seen.appName, age: formatAge(seen.at) })
            : t('welcome.waitingText', { environment })}
        </span>
      )}
    </div>
  )
}
