import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { hashPassword } from './hashing.ts'

const { as, db } = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '100000' })

test('the response time does not reveal whether an account exists', async () => {
  const password_hash = await hashPassword('Correct-horse-1')
  await db.updateTable('users').set({ password_hash }).where('username', '=', 'ada').execute()
  const time = async (username: string) => {
    const start = performance.now()
    await as.anonymous.post('/auth/simple/login', { username, password: 'wrong' })
    return performance.now() - start
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let i = 0; i < 200; i++) {
    known.push(await time('ada'))
    unknown.push(await time('nobody'))
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length / 2] ?? 0
  const ratio = median(known) / median(unknown)
  expect(Math.abs(ratio - 1)).toBeLessThan(0.05)
}, 300_000)
