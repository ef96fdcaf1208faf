import Type from 'typebox'
import { AccessReport, AccessReportCsvQuery, AccessReportQuery } from '../access-report.ts'
import { operations } from '../operation.ts'

const filters =
  '`project` and `environment` are lists, separated by commas; by default all projects and the environments of type `production`. `at` is a time, or a day such as 2026-03-31, which means its end in UTC.'

export const accessReportOperations = operations({
  'GET /api/admin/access-report': {
    id: 'getAccessReport',
    tags: ['Flagstaff'],
    summary: 'Get the access report',
    description: `Returns who can change flags, approve or apply change requests, or skip reviews, by account, project and environment, with the roles and groups that grant it. ${filters} The past is answered from stored states, which are compared once an hour; \`exact\` says whether access can have changed since the last comparison. Returns 400 for a time before \`knownSince\`, and for more than 50,000 rows.`,
    permission: 'ADMIN',
    query: AccessReportQuery,
    responses: { 200: AccessReport },
    example: { query: { environment: 'production', limit: 100 } },
  },
  'GET /api/admin/access-report.csv': {
    id: 'getAccessReportCsv',
    tags: ['Flagstaff'],
    summary: 'Get the access report as CSV',
    description: `Returns all rows of the same report as a CSV file. ${filters} The first two columns say when the reported access was verified, and whether it is exact.`,
    permission: 'ADMIN',
    query: AccessReportCsvQuery,
    responses: { 200: Type.String() },
    example: { query: { project: 'default' } },
  },
})
