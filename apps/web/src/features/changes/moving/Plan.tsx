import type { MovePlan } from '@flagstaff/contract/moving'
import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import { t } from './messages.ts'
import classes from './moving.module.css'
import { useImportMove, usePlanMove } from './queries.ts'
import { differingFlags, type StationProps, toWrite } from './stations.ts'
import { Token } from './Token.tsx'

const kinds: Readonly<Record<string, string>> = {
  environments: t('kind.environments'),
  projects: t('kind.projects'),
  contextFields: t('kind.contextFields'),
  tagTypes: t('kind.tagTypes'),
  strategies: t('kind.strategies'),
  segments: t('kind.segments'),
  flags: t('kind.flags'),
  tokens: t('kind.tokens'),
  users: t('kind.users'),
}
export const kindName = (kind: string): string => kinds[kind] ?? kind

export function Plan({ move, token, onToken }: StationProps) {
  const { plan, url = '' } = move
  const [chosen, setChosen] = useState({ tokens: true, users: true, invite: false, follow: true })
  const [take, setTake] = useState<ReadonlySet<string>>(new Set())
  const again = usePlanMove()
  const start = useImportMove()
  if (!plan) return null
  const source = { url, token }
  return (
    <div className={classes.station}>
      <div className={classes.cards}>
        {token === '' && <Token token={token} onToken={onToken} />}
        <section className={classes.card} aria-labelledby="move-plan">
          <header>
            <h2 id="move-plan">{t('planTitle')}</h2>
            <span className="faint small">{t('planAt', { time: formatTime(plan.at) })}</span>
            <Button
              variant="subtle"
              className={classes.end}
              loading={again.isPending}
              disabled={token === ''}
              onClick={() => again.mutate(source)}
            >
              {t('readAgain')}
            </Button>
          </header>
          <Rows plan={plan} />
        </section>
        <Choices plan={plan} take={take} onTake={setTake} />
        <Blocked plan={plan} />
        <Options chosen={chosen} onChoose={setChosen} />
        <div className={classes.note}>
          <b>{t('notImported')}</b>
          <p>{t('notImportedText')}</p>
          {plan.needNew.length > 0 && <p>{t('needNew', { names: plan.needNew.join(', ') })}</p>}
        </div>
      </div>
      <footer className={classes.footer}>
        <span className="dim small">{t('planFoot')}</span>
        <Button
          loading={start.isPending}
          disabled={token === ''}
          onClick={() => start.mutate({ ...source, ...chosen, take: [...take] })}
        >
          {t('import', { count: toWrite(plan) + take.size })}
        </Button>
      </footer>
    </div>
  )
}

const Rows = ({ plan }: { plan: MovePlan }) => (
  <table className={classes.rows} aria-label={t('planTitle')}>
    <tbody>
      {plan.rows.map((row) => (
        <tr key={row.kind}>
          <th scope="row">{kindName(row.kind)}</th>
          <td className="num">{formatNumber(row.total)}</td>
          <td data-warn={row.differ > 0 || undefined}>{stateOf(row)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const stateOf = ({ create, update, same, differ }: MovePlan['rows'][number]): string =>
  [
    create > 0 && t('create', { count: create }),
    update > 0 && t('update', { count: update }),
    same > 0 && t('same', { count: same }),
    differ > 0 && t('differ', { count: differ }),
  ]
    .filter(Boolean)
    .join(t('and')) || t('nothing')

type ChoicesProps = {
  plan: MovePlan
  take: ReadonlySet<string>
  onTake: (take: ReadonlySet<string>) => void
}

function Choices({ plan, take, onTake }: ChoicesProps) {
  const flags = differingFlags(plan)
  if (flags.length === 0) return null
  const choose = (name: string, side: string) => {
    const next = new Set(take)
    if (side === 'take') next.add(name)
    else next.delete(name)
    onTake(next)
  }
  return (
    <section className={classes.card} aria-labelledby="move-choices">
      <header>
        <h2 id="move-choices">{t('choiceTitle')}</h2>
        <span className="faint small">{t('choiceText')}</span>
      </header>
      <ul className={classes.list}>
        {flags.map(({ name, fields }) => (
          <li key={name}>
            <b>{name}</b>
            <span className="dim">{t('differs', { fields: fields.join(t('and')) })}</span>
            <SegmentedControl
              size="xs"
              aria-label={t('choiceOf', { name })}
              value={take.has(name) ? 'take' : 'keep'}
              data={[
                { value: 'keep', label: t('keep') },
                { value: 'take', label: t('take') },
              ]}
              onChange={(side) => choose(name, side)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Blocked({ plan }: { plan: Pick<MovePlan, 'blocked'> }) {
  if (plan.blocked.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="move-blocked">
      <header>
        <h2 id="move-blocked">{t('blockedTitle')}</h2>
      </header>
      <ul className={classes.list}>
        {plan.blocked.map((one) => (
          <li key={`${one.project} ${one.environment} ${one.name} ${one.reason}`}>{t('blocked', one)}</li>
        ))}
      </ul>
    </section>
  )
}

type Chosen = { tokens: boolean; users: boolean; invite: boolean; follow: boolean }

function Options({ chosen, onChoose }: { chosen: Chosen; onChoose: (chosen: Chosen) => void }) {
  const options = [
    ['tokens', t('tokens'), t('tokensText')],
    ['users', t('users'), t('usersText')],
    ['invite', t('invite'), undefined],
    ['follow', t('follow'), t('followText')],
  ] as const
  return (
    <div className={classes.options}>
      {options.map(([name, label, description]) => (
        <Checkbox
          key={name}
          label={label}
          description={description}
          checked={chosen[name] && (name !== 'invite' || chosen.users)}
          disabled={name === 'invite' && !chosen.users}
          onChange={(event) => onChoose({ ...chosen, [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  )
}
