import Type from 'typebox'
import { operations } from '../operation.ts'

export const mailOperations = operations({
  'GET /api/admin/email/preview/html/:template': {
    id: 'x-previewEmailHtml',
    tags: ['Operational'],
    summary: 'Preview an email as HTML',
    description:
      'Returns the HTML part of an email with sample data. The templates are `getting-started`, `reset-password`, `notification`, `digest`, `review-request`, `token-expiry`, `access-request`, `new-sign-in` and `productivity-report`; any other name returns 404.',
    permission: 'ADMIN',
    params: Type.Object({ template: Type.String() }),
    responses: { 200: Type.String() },
    example: { params: { template: 'getting-started' } },
  },
  'GET /api/admin/email/preview/text/:template': {
    id: 'x-previewEmailText',
    tags: ['Operational'],
    summary: 'Preview an email as text',
    description:
      'Returns the text part of an email with sample data. The templates are `getting-started`, `reset-password`, `notification`, `digest`, `review-request`, `token-expiry`, `access-request`, `new-sign-in` and `productivity-report`; any other name returns 404.',
    permission: 'ADMIN',
    params: Type.Object({ template: Type.String() }),
    responses: { 200: Type.String() },
    example: { params: { template: 'getting-started' } },
  },
})
