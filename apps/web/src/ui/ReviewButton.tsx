import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconShield } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { Review } from '../lib/api.ts'
import type { ReviewOffer } from '../lib/reviews.ts'
import { t } from '../messages/en.ts'
import classes from './ReviewButton.module.css'

type ReviewButtonProps = {
  /** Submits the form around it, which then proposes the change. */
  type?: 'submit'
  offer: ReviewOffer
  busy: boolean
  disabled?: boolean
  keys?: ReactNode
  autoFocus?: boolean
  ref?: Ref<HTMLButtonElement>
  onKeyDown?(event: KeyboardEvent): void
  onSave(review: Review): void
}

/** Adds a change to the user's draft. A menu has the way around the review, for those who can skip it. */
export function ReviewButton(props: ReviewButtonProps) {
  const { type, offer, busy, disabled = false, onSave } = props
  return (
    <span className={classes.group} data-split={offer.maySkip || undefined}>
      <Button
        ref={props.ref ?? null}
        type={type ?? 'button'}
        loading={busy}
        aria-disabled={disabled ? true : undefined}
        leftSection={<IconShield size={14} stroke={1.75} />}
        rightSection={props.keys}
        data-autofocus={props.autoFocus || undefined}
        {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
        {...(type === 'submit' ? {} : { onClick: () => !disabled && onSave('propose') })}
      >
        {t('review.propose')}
      </Button>
      {offer.maySkip && (
        <Menu position="top-end">
          <Menu.Target>
            <Button
              className={classes.more ?? ''}
              aria-label={t('review.more')}
              aria-disabled={disabled ? true : undefined}
              disabled={busy}
            >
              <IconChevronDown size={14} stroke={1.75} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => !disabled && onSave('skip')}>{t('review.skip')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  )
}
