import { expect, test } from 'vitest'
import { createCrowd } from './crowd.ts'

test('the IP address with the most members is shed first, but not in favour of itself', () => {
  const crowd = createCrowd<{ name: string }>()
  const members = Array.from({ length: 5 }, (_, index) => ({ name: `greedy-${index}` }))
  for (const member of members) crowd.add(member, '203.0.113.7')
  crowd.add({ name: 'modest' }, '203.0.113.8')
  expect(crowd.toShedFor('203.0.113.9')).toEqual({ name: 'greedy-0' })
  expect(crowd.toShedFor('203.0.113.8')).toEqual({ name: 'greedy-0' })
  expect(crowd.toShedFor('203.0.113.7')).toBeUndefined()
  for (const member of members.slice(1)) crowd.remove(member)
  expect([crowd.size, crowd.at('203.0.113.7')]).toEqual([2, 1])
  expect(crowd.toShedFor('203.0.113.9')).toBeUndefined()
})

test('IP addresses in one IPv6 network count as one', () => {
  const crowd = createCrowd<object>()
  for (let index = 0; index < 3; index++) crowd.add({}, `2001:db8:1:2::${index}`)
  expect(crowd.at('2001:db8:1:2::99')).toBe(3)
})
