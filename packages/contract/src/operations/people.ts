import { FlagParams } from '../flags.ts'
import { operations } from '../operation.ts'
import {
  CommentParams,
  CommentsQuery,
  FlagComment,
  FlagComments,
  FlagOwners,
  ProjectPeople,
  ProjectPeopleQuery,
  SetFlagOwner,
  WriteComment,
} from '../people.ts'
import { ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

const flag = { projectId: 'default', featureName: 'new-checkout' }

export const peopleOperations = operations({
  'GET /api/admin/projects/:projectId/people': {
    id: 'getProjectPeople',
    tags: ['Projects'],
    summary: 'List the people who can see a project',
    description:
      'Returns up to 20 people who can see the project, and up to 20 groups, by name. They can own flags of the project, and the people can be mentioned in comments. `q` filters by name, user name and email address. Service accounts are not listed.',
    permission: 'authenticated',
    params: ProjectParams,
    query: ProjectPeopleQuery,
    responses: { 200: ProjectPeople },
    example: { params: { projectId: 'default' }, query: { q: 'ada' } },
  },
  'GET /api/admin/flag-owners': {
    id: 'getFlagOwners',
    tags: ['Features'],
    summary: 'List flag owners',
    description:
      'Returns the people and groups that own flags in projects that the caller can see, by name, up to 500.',
    permission: 'authenticated',
    responses: { 200: FlagOwners },
    example: {},
  },
  'PUT /api/admin/projects/:projectId/features/:featureName/owner': {
    id: 'setFlagOwner',
    tags: ['Features'],
    summary: 'Set the owner of a flag',
    description:
      'Makes a person or a group the owner of the flag; null removes the owner. The owner, or every member of the group, is notified of changes of the flag. An unknown group, a service account or a person who cannot see the project returns 400.',
    permission: 'UPDATE_FEATURE',
    params: FlagParams,
    body: SetFlagOwner,
    responses: { 204: Nothing },
    example: { params: flag, body: { owner: { type: 'user', id: 1 } } },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/watch': {
    id: 'watchFlag',
    tags: ['Features'],
    summary: 'Watch a flag',
    description:
      'Notifies the calling account of changes of the flag and of comments on it. Returns 204 even if the account already watches the flag. An archived flag returns 400, and an admin token, which has no account, returns 403.',
    permission: 'authenticated',
    params: FlagParams,
    responses: { 204: Nothing },
    example: { params: flag },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/watch': {
    id: 'unwatchFlag',
    tags: ['Features'],
    summary: 'Stop watching a flag',
    description:
      'Also works for archived flags. Returns 204 even if the account does not watch the flag. An admin token, which has no account, returns 403.',
    permission: 'authenticated',
    params: FlagParams,
    responses: { 204: Nothing },
    example: { params: flag },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/comments': {
    id: 'getFlagComments',
    tags: ['Features'],
    summary: 'List the comments on a flag',
    description:
      'Returns the newest 50 comments, the oldest of them first, and the number of all comments. `before` is the ID of a comment, and returns the 50 comments before it. Comments on an archived flag can be read, too.',
    permission: 'authenticated',
    params: FlagParams,
    query: CommentsQuery,
    responses: { 200: FlagComments },
    example: { params: flag },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/comments': {
    id: 'addFlagComment',
    tags: ['Features'],
    summary: 'Comment on a flag',
    description:
      'Adds a comment of up to 2,000 characters; a flag can have 1,000. Everyone who can see the project and has an account can comment, and then watches the flag. `@` and the user name or email address of a person who can see the project notifies that person.',
    permission: 'authenticated',
    params: FlagParams,
    body: WriteComment,
    responses: { 201: FlagComment },
    example: { params: flag, body: { text: 'Ready for 50 %. @ada, can you check the error rate?' } },
  },
  'PUT /api/admin/projects/:projectId/features/:featureName/comments/:commentId': {
    id: 'updateFlagComment',
    tags: ['Features'],
    summary: 'Edit a comment',
    description:
      'Replaces the text of your own comment. People who were not mentioned before are notified. A comment of somebody else returns 403.',
    permission: 'authenticated',
    params: CommentParams,
    body: WriteComment,
    responses: { 200: FlagComment },
    example: { params: { ...flag, commentId: 1 }, body: { text: 'Ready for 100 %.' } },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/comments/:commentId': {
    id: 'deleteFlagComment',
    tags: ['Features'],
    summary: 'Delete a comment',
    description:
      'Deletes your own comment, or any comment if you can update the project. This cannot be undone: the event log does not contain the text.',
    permission: 'authenticated',
    params: CommentParams,
    responses: { 204: Nothing },
    example: { params: { ...flag, commentId: 1 } },
  },
})
