import type { ReactNode } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import classes from './home.module.css'

type CardProps = { title: string; count?: number; text?: string; link?: ReactNode; children: ReactNode }

export function Card({ title, count, text, link, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {count !== undefined && count > 0 && <span className="faint num">{formatNumber(count)}</span>}
        {text && <span className={classes.cardText}>{text}</span>}
        {link}
      </header>
      {children}
    </section>
  )
}
