import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'
import { ReleasePlanMilestone, ReleasePlanMilestoneStrategy } from '../release-plans.ts'
import {
  CreateMilestoneStrategy,
  CreateReleaseTemplate,
  CreateTemplateMilestone,
  ProjectTemplateParams,
  ProjectTemplatesQuery,
  ReleaseTemplate,
  ReleaseTemplates,
  TemplateMilestoneParams,
  TemplateParams,
  TemplateStrategyParams,
  TemplatesQuery,
  UpdateMilestoneStrategy,
  UpdateReleaseTemplate,
  UpdateTemplateMilestone,
} from '../release-templates.ts'
import { Nothing } from '../schema.ts'

const tags = ['Release Templates']
const id = '01K0TEMPLATE00000000000000'
const milestone = '01K0MILESTONE0000000000000'
const strategy = '01K0STRATEGY00000000000000'
const rollout = (percentage: string) => ({
  name: 'flexibleRollout',
  sortOrder: 0,
  parameters: { rollout: percentage },
})
const milestones = [
  { name: '10 %', sortOrder: 0, transitionCondition: { intervalMinutes: 1440 }, strategies: [rollout('10')] },
  { name: 'Everyone', sortOrder: 1, strategies: [rollout('100')] },
]

export const releaseTemplatesOperations = operations({
  'GET /api/admin/release-plan-templates': {
    id: 'getReleaseTemplates',
    tags,
    summary: 'List the release templates of all projects',
    description:
      'Returns the release templates that flags of every project can use, with their milestones and rules. Archived ones are returned only with `archived=true`.',
    permission: 'authenticated',
    query: TemplatesQuery,
    responses: { 200: ReleaseTemplates },
    example: {},
  },
  'POST /api/admin/release-plan-templates': {
    id: 'createReleaseTemplate',
    tags,
    summary: 'Create a release template',
    description:
      'Creates a release template for all projects. Its rules can use segments of all projects only. A rule without `groupId` or `stickiness` gets those of the flag when the template is applied. `transitionCondition` says when the milestone after it starts. Returns 409 if the name is taken.',
    permission: 'RELEASE_PLAN_TEMPLATE_CREATE',
    body: CreateReleaseTemplate,
    responses: { 200: ReleaseTemplate },
    example: { body: { name: 'In two steps', description: 'A day at 10 %, then everyone', milestones } },
  },
  'GET /api/admin/release-plan-templates/:templateId': {
    id: 'getReleaseTemplate',
    tags,
    summary: 'Get a release template',
    description:
      'Returns one release template, of all projects or of a project that the caller has access to. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'authenticated',
    params: TemplateParams,
    responses: { 200: ReleaseTemplate },
    example: { params: { templateId: id } },
  },
  'PUT /api/admin/release-plan-templates/:templateId': {
    id: 'updateReleaseTemplate',
    tags,
    summary: 'Update a release template',
    description:
      'Replaces the name, description and milestones of a template of all projects. Without `milestones`, they stay. Release plans that were made from the template do not change.',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: TemplateParams,
    body: UpdateReleaseTemplate,
    responses: { 200: ReleaseTemplate },
    example: {
      params: { templateId: id },
      body: { id, name: 'Careful rollout', description: 'For every team' },
    },
  },
  'POST /api/admin/release-plan-templates/archive/:templateId': {
    id: 'archiveReleaseTemplate',
    tags,
    summary: 'Archive a release template',
    description:
      'Archives a template of all projects. It is no longer offered and cannot be applied, and it does not count towards the limit.',
    permission: 'RELEASE_PLAN_TEMPLATE_DELETE',
    params: TemplateParams,
    responses: { 200: Nothing },
    example: { params: { templateId: id } },
  },
  'POST /api/admin/release-plan-templates/revive/:templateId': {
    id: 'reviveReleaseTemplate',
    tags,
    summary: 'Revive a release template',
    description: 'Makes an archived template of all projects available again.',
    permission: 'RELEASE_PLAN_TEMPLATE_DELETE',
    params: TemplateParams,
    responses: { 200: Nothing },
    example: { params: { templateId: id } },
  },
  'POST /api/admin/release-plan-templates/:templateId/milestones': {
    id: 'addMilestoneToReleaseTemplate',
    tags,
    summary: 'Add a milestone to a release template',
    description:
      'Adds a milestone at the place that `sortOrder` names. A milestone without rules can be stored, but not started.',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: TemplateParams,
    body: CreateTemplateMilestone,
    responses: { 200: ReleasePlanMilestone },
    example: {
      params: { templateId: id },
      body: { name: 'Half', sortOrder: 1, strategies: [rollout('50')] },
    },
  },
  'PUT /api/admin/release-plan-templates/:templateId/milestones/:milestoneId': {
    id: 'updateReleaseTemplateMilestone',
    tags,
    summary: 'Update a milestone of a release template',
    description:
      'Replaces the name, place and rules of a milestone. Without `strategies`, its rules stay; without `transitionCondition`, the next milestone starts as before.',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: TemplateMilestoneParams,
    body: UpdateTemplateMilestone,
    responses: { 200: ReleasePlanMilestone },
    example: {
      params: { templateId: id, milestoneId: milestone },
      body: { name: 'First tenth', releasePlanDefinitionId: id, sortOrder: 0 },
    },
  },
  'DELETE /api/admin/release-plan-templates/:templateId/milestones/:milestoneId': {
    id: 'removeReleaseTemplateMilestone',
    tags,
    summary: 'Remove a milestone from a release template',
    description: 'Removes a milestone with its rules from a template.',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: TemplateMilestoneParams,
    responses: { 200: Nothing },
    example: { params: { templateId: id, milestoneId: '01K0MILESTONE0000000000002' } },
  },
  'POST /api/admin/release-plan-templates/:templateId/milestones/:milestoneId/strategies': {
    id: 'addStrategyToMilestone',
    tags,
    summary: 'Add a rule to a milestone',
    description: 'Adds a rule to a milestone of a template, and returns the milestone.',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: TemplateMilestoneParams,
    body: CreateMilestoneStrategy,
    responses: { 200: ReleasePlanMilestone },
    example: { params: { templateId: id, milestoneId: milestone }, body: rollout('5') },
  },
  'PUT /api/admin/release-plan-templates/:templateId/milestones/:milestoneId/strategies/:strategyId': {
    id: 'updateMilestoneStrategy',
    tags,
    summary: 'Update a rule of a milestone',
    description: 'Replaces a rule of a milestone. Fields that are left out keep their value.',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: TemplateStrategyParams,
    body: UpdateMilestoneStrategy,
    responses: { 200: ReleasePlanMilestoneStrategy },
    example: {
      params: { templateId: id, milestoneId: milestone, strategyId: strategy },
      body: {
        milestoneId: milestone,
        sortOrder: 0,
        strategyName: 'flexibleRollout',
        parameters: { rollout: '20' },
      },
    },
  },
  'DELETE /api/admin/release-plan-templates/:templateId/milestones/:milestoneId/strategies/:strategyId': {
    id: 'remoteMilestoneStrategy',
    tags,
    summary: 'Remove a rule from a milestone',
    description: 'Removes a rule from a milestone of a template.',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: TemplateStrategyParams,
    responses: { 200: Nothing },
    example: {
      params: { templateId: id, milestoneId: milestone, strategyId: '01K0STRATEGY00000000000002' },
    },
  },
  'DELETE /api/admin/release-plan-templates/:templateId': {
    id: 'deleteReleaseTemplate',
    tags,
    summary: 'Delete a release template',
    description:
      'Deletes a template of all projects. Release plans that were made from it go on; archive it instead if you may need it again.',
    permission: 'RELEASE_PLAN_TEMPLATE_DELETE',
    params: TemplateParams,
    responses: { 200: Nothing },
    example: { params: { templateId: id } },
  },
  'GET /api/admin/projects/:projectId/release-templates': {
    id: 'projectReleaseTemplates',
    tags,
    summary: 'List the release templates of a project',
    description:
      'Returns the release templates that belong to the project. `include=root` adds those of all projects, so that the list has everything that a flag of the project can use.',
    permission: 'authenticated',
    params: ProjectParams,
    query: ProjectTemplatesQuery,
    responses: { 200: ReleaseTemplates },
    example: { params: { projectId: 'default' }, query: { include: 'root' } },
  },
  'POST /api/admin/projects/:projectId/release-templates': {
    id: 'createProjectReleaseTemplate',
    tags,
    summary: 'Create a release template in a project',
    description:
      'Creates a release template that only flags of the project can use. Its rules can use segments of the project, too.',
    permission: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
    params: ProjectParams,
    body: CreateReleaseTemplate,
    responses: { 200: ReleaseTemplate },
    example: { params: { projectId: 'default' }, body: { name: 'Ours', milestones } },
  },
  'PUT /api/admin/projects/:projectId/release-templates/:templateId': {
    id: 'updateProjectReleaseTemplate',
    tags,
    summary: 'Update a release template of a project',
    description:
      'Replaces the name, description and milestones of a template that belongs to the project. Without `milestones`, they stay.',
    permission: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
    params: ProjectTemplateParams,
    body: UpdateReleaseTemplate,
    responses: { 200: ReleaseTemplate },
    example: {
      params: { projectId: 'default', templateId: '01K0TEMPLATE00000000000002' },
      body: { id: '01K0TEMPLATE00000000000002', name: 'Still ours', milestones },
    },
  },
  'DELETE /api/admin/projects/:projectId/release-templates/:templateId': {
    id: 'deleteProjectReleaseTemplate',
    tags,
    summary: 'Delete a release template of a project',
    description:
      'Deletes a template that belongs to the project. Release plans that were made from it go on.',
    permission: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
    params: ProjectTemplateParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', templateId: '01K0TEMPLATE00000000000002' } },
  },
  'POST /api/admin/projects/:projectId/release-templates/archive/:templateId': {
    id: 'archiveProjectReleaseTemplate',
    tags,
    summary: 'Archive a release template of a project',
    description:
      'Archives a template that belongs to the project. It is no longer offered and cannot be applied.',
    permission: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
    params: ProjectTemplateParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', templateId: '01K0TEMPLATE00000000000002' } },
  },
  'POST /api/admin/projects/:projectId/release-templates/revive/:templateId': {
    id: 'reviveProjectReleaseTemplate',
    tags,
    summary: 'Revive a release template of a project',
    description: 'Makes an archived template of the project available again.',
    permission: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
    params: ProjectTemplateParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', templateId: '01K0TEMPLATE00000000000002' } },
  },
})
