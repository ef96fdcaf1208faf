import type { ImportProgress } from '@flagstaff/contract/transfer'
import { Loader } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Bar } from '../../../ui/Bar.tsx'
import { t } from './messages.ts'
import { type ImportRow, sumsOf } from './rows.ts'
import classes from './transfer.module.css'

type StepsProps = {
  rows: readonly ImportRow[]
  segments: number
  /** The number of objects without a decision. */
  open: number
  comparing: boolean
  progress: ImportProgress | undefined
}

/** The progress of the import; not interactive. */
export function Steps({ rows, segments, open, comparing, progress }: StepsProps) {
  const { flags, same } = sumsOf(rows)
  return (
    <ol className={classes.steps} aria-label={t('steps')}>
      <Step icon={<Done />} title={t('stepRead')} text={t('stepReadText', { flags, segments })} />
      <Step
        icon={comparing ? <Loader size={14} /> : <Done />}
        title={t(comparing ? 'stepComparing' : 'stepCompared')}
        text={t('stepComparedText', { same })}
      />
      <Step
        icon={open > 0 ? <b className={classes.count}>{open}</b> : <Done />}
        title={t('stepChoose')}
        text={t('stepChooseText', { open })}
      />
      <Step
        icon={progress ? <Loader size={14} /> : <IconCircleDashed size={16} stroke={1.5} />}
        title={t('stepWritten')}
        text={
          progress ? (
            <span role="status">
              {t('stepWriting', { flags: progress.flags, total: progress.total })}
              <Bar value={(progress.done / Math.max(1, progress.parts)) * 100} width={96} />
            </span>
          ) : (
            t('stepWrittenText')
          )
        }
      />
    </ol>
  )
}

const Done = () => <IconCircleCheckFilled size={16} className={classes.done} />

function Step({ icon, title, text }: { icon: ReactNode; title: string; text: ReactNode }) {
  return (
    <li>
      <span aria-hidden="true">{icon}</span>
      <span>
        <b>{title}</b>
        <span className="faint small num">{text}</span>
      </span>
    </li>
  )
}
