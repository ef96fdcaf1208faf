import { expect } from 'vitest'
import type { TestApp } from './kit.ts'

/** Waits until a follower has handled every event. */
export const followed = ({ db }: Pick<TestApp, 'db'>, follower: string) =>
  expect
    .poll(async () => {
      const { behind } = await db
        .selectFrom('followers')
        .innerJoin('counter', (join) => join.onTrue())
        .select((eb) => eb('counter.revision', '-', eb.ref('followers.revision')).as('behind'))
        .where('name', '=', follower)
        .executeTakeFirstOrThrow()
      return behind
    })
    .toBe(0)
