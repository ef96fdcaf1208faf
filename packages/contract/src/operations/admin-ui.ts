import {
  Feedback,
  FeedbackCreate,
  FeedbackList,
  FeedbackUpdate,
  License,
  LicenseCheck,
  MarkParams,
  ProvideFeedback,
  RecordUiError,
  SplashResponse,
  TelemetrySettings,
  UpdateLicense,
} from '../admin-ui.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import { FeedbackResponse } from '../users.ts'

const ui = ['Admin UI']

/** For interfaces and scripts that were written for Unleash. Ours calls none of them. */
export const adminUiOperations = operations({
  'POST /api/admin/splash/:id': {
    id: 'updateSplashSettings',
    tags: ui,
    summary: 'Mark a splash screen as seen',
    description:
      'Remembers that you have seen a splash screen. Any ID is accepted; an account has at most 200 marks of splash screens and feedback prompts. `GET /api/admin/user` lists them.',
    permission: 'authenticated',
    params: MarkParams,
    responses: { 200: SplashResponse },
    example: { params: { id: 'welcome' } },
  },
  'POST /api/admin/feedback': {
    id: 'createFeedback',
    tags: ui,
    summary: 'Mark a feedback prompt as answered',
    description: 'Remembers that you answered a feedback prompt or do not want to see it again.',
    permission: 'authenticated',
    body: FeedbackCreate,
    responses: { 200: FeedbackResponse },
    example: { body: { feedbackId: 'rules', neverShow: true } },
  },
  'PUT /api/admin/feedback/:id': {
    id: 'updateFeedback',
    tags: ui,
    summary: 'Update the mark of a feedback prompt',
    description: 'Replaces the mark, or creates it. `given` is null if it is left out.',
    permission: 'authenticated',
    params: MarkParams,
    body: FeedbackUpdate,
    responses: { 200: FeedbackResponse },
    example: { params: { id: 'rules' }, body: { neverShow: false } },
  },
  'GET /api/admin/feedback': {
    id: 'getFeedback',
    tags: ui,
    summary: 'List feedback',
    description: 'Returns the newest 1,000 feedback texts that people wrote, newest first.',
    permission: 'ADMIN',
    responses: { 200: FeedbackList },
    example: {},
  },
  'POST /feedback': {
    id: 'provideFeedback',
    tags: ui,
    summary: 'Write feedback',
    description:
      'Stores a feedback text for the administrators of this instance, without a name. It is sent to nobody else. Ten per minute are accepted from an account.',
    permission: 'authenticated',
    body: ProvideFeedback,
    responses: { 200: Feedback },
    example: { body: { category: 'rules', difficultyScore: 6, positive: 'The preview' } },
  },
  'POST /api/admin/record-ui-error': {
    id: 'uiObservability',
    tags: ui,
    summary: 'Report an error of the user interface',
    description:
      "Writes an error that happened in a browser to the server's log. Long texts are cut, and ten per minute are logged for an account.",
    permission: 'authenticated',
    body: RecordUiError,
    responses: { 204: Nothing },
    example: { body: { errorMessage: 'x is undefined' } },
  },
  'GET /api/admin/telemetry/settings': {
    id: 'getTelemetrySettings',
    tags: ['Telemetry'],
    summary: 'Get the telemetry settings',
    description: 'Returns that nothing is collected: Flagstaff has no telemetry and no version check.',
    permission: 'authenticated',
    responses: { 200: TelemetrySettings },
    example: {},
  },
  'GET /api/admin/license': {
    id: 'readLicense',
    tags: ['Instance Admin'],
    summary: 'Get the licence',
    description:
      'Returns a licence that is always valid: Flagstaff is free software and has no paid features.',
    permission: 'authenticated',
    responses: { 200: License },
    example: {},
  },
  'POST /api/admin/license': {
    id: 'updateLicense',
    tags: ['Instance Admin'],
    summary: 'Install a licence',
    description: 'Accepts any token and does not store it, because no licence is needed.',
    permission: 'ADMIN',
    body: UpdateLicense,
    responses: { 201: License },
    example: { body: { token: 'anything' } },
  },
  'GET /api/admin/license/check': {
    id: 'checkLicense',
    tags: ['Instance Admin'],
    summary: 'Check the licence',
    description: 'Returns that the licence is valid.',
    permission: 'authenticated',
    responses: { 200: LicenseCheck },
    example: {},
  },
})
