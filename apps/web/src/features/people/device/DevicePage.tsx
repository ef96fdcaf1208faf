import type { DeviceSignIn } from '@flagstaff/contract/device'
import { Button, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { ListPage } from '../../../ui/List.tsx'
import classes from './device.module.css'
import { t } from './messages.ts'
import { useAnswerDevice, useFindDevice } from './queries.ts'

/** Where a signed-in user approves a device that shows a code. */
export function DevicePage() {
  usePage([{ label: t('device.title') }])
  const { code: given = '' } = useSearch({ from: '/device' })
  const [device, setDevice] = useState<DeviceSignIn>()
  const [answer, setAnswer] = useState<'approved' | 'denied'>()
  return (
    <ListPage title={t('device.title')} purpose={t('device.purpose')}>
      {answer ? (
        <Answered answer={answer} />
      ) : device ? (
        <Question device={device} onAnswer={setAnswer} />
      ) : (
        <EnterCode given={given} onFound={setDevice} />
      )}
    </ListPage>
  )
}

function EnterCode({ given, onFound }: { given: string; onFound(device: DeviceSignIn): void }) {
  const find = useFindDevice()
  const [code, setCode] = useState(given)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find.mutate(code, { onSuccess: onFound })
  }
  return (
    <form className={classes.card} onSubmit={submit}>
      <TextInput
        label={t('device.code')}
        description={t('device.codeHint')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={find.error?.message}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        classNames={{ input: classes.code ?? '' }}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={find.isPending} disabled={code.trim() === ''}>
          {t('device.continue')}
        </Button>
      </div>
    </form>
  )
}

type QuestionProps = { device: DeviceSignIn; onAnswer(answer: 'approved' | 'denied'): void }

function Question({ device, onAnswer }: QuestionProps) {
  const [approve, deny] = [useAnswerDevice('approve'), useAnswerDevice('deny')]
  const { userCode, host, ip, days, proposeOnly } = device
  return (
    <section className={classes.card} aria-label={t('device.title')}>
      <p className={classes.shown}>{userCode}</p>
      <p>{t('device.check')}</p>
      <dl className={classes.facts}>
        <Fact label={t('device.host')}>{host}</Fact>
        <Fact label={t('device.address')}>{ip}</Fact>
        <Fact label={t('device.asks')}>{t(proposeOnly ? 'device.asksProposals' : 'device.asksText')}</Fact>
        <Fact label={t('device.days')}>{t('device.daysText', { days })}</Fact>
      </dl>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={deny.isPending}
          onClick={() => deny.mutate(userCode, { onSuccess: () => onAnswer('denied') })}
        >
          {t('device.deny')}
        </Button>
        <Button
          loading={approve.isPending}
          onClick={() => approve.mutate(userCode, { onSuccess: () => onAnswer('approved') })}
        >
          {t('device.approve')}
        </Button>
      </div>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Answered({ answer }: { answer: 'approved' | 'denied' }) {
  const isApproved = answer === 'approved'
  return (
    <section className={classes.card} role="status">
      <h2>{t(isApproved ? 'device.approved' : 'device.denied')}</h2>
      <p>{t(isApproved ? 'device.approvedText' : 'device.deniedText')}</p>
      {isApproved && (
        <div className={classes.actions}>
          <Button component={Link} to="/profile/personal-api-tokens" variant="default">
            {t('device.tokens')}
          </Button>
        </div>
      )}
    </section>
  )
}
