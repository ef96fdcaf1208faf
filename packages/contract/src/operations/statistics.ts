import Type from 'typebox'
import { operations } from '../operation.ts'
import { InstanceStatistics } from '../statistics.ts'

const tags = ['Instance Admin']

export const statisticsOperations = operations({
  'GET /api/admin/instance-admin/statistics': {
    id: 'getInstanceAdminStats',
    tags,
    summary: 'Get the statistics of the instance',
    description:
      'Returns how many users, flags, projects and other objects the instance has, and how much they are used. The numbers can be up to a minute old. Nothing is sent to anyone else. `sum` is the SHA-256 of all values except the time, as sorted lines `key=value`.',
    permission: 'ADMIN',
    responses: { 200: InstanceStatistics },
    example: {},
  },
  'GET /api/admin/instance-admin/statistics/csv': {
    id: 'getInstanceAdminStatsCsv',
    tags,
    summary: 'Get the statistics of the instance as CSV',
    description:
      'Returns the same statistics as a CSV file with one row. Nested values have names with a dot.',
    permission: 'ADMIN',
    responses: { 200: Type.String() },
    example: {},
  },
})
