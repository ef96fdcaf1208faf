import { translator } from '../../../messages/messages.ts'

/** Texts of release plans on the page of a flag. */
const messages = {
  'plan.label': 'Release plan {name} in {environment}',
  'plan.of': 'milestone {number, number} of {count, number}',
  'plan.notStarted': 'not started',
  'plan.offWaits': 'The flag is off: the first milestone starts when you turn it on.',
  'plan.off': 'The flag is off: the clock waits.',
  'plan.paused': 'Paused',
  'plan.pausedWhy': 'Paused: {reason}',
  'plan.complete': 'Complete',
  'plan.due': '{name} starts in {left}, {when}',
  'plan.next': '{name} starts {after}.',
  'plan.useless':
    'Another rule already turns the flag on for everyone, so the plan makes no difference. Turn off or delete that rule.',
  'left.days': '{days, number} d {hours, number} h',
  'left.hours': '{hours, number} h {minutes, number} min',
  'left.minutes': '{minutes, number} min',
  'plan.dueSoon': '{name} starts in the next minute',
  'plan.exposures': '{name} starts after the flag was on {count, plural, one {# time} other {# times}}',
  'plan.hand': 'Someone starts {name}.',
  'plan.empty': '{name} has no rules and can’t start.',
  'plan.show': 'Show milestones',
  'plan.hide': 'Hide milestones',

  'do.pause': 'Pause',
  'do.pauseIn': 'Pause the release plan in {environment}',
  'do.resume': 'Resume',
  'do.resumeIn': 'Resume the release plan in {environment}',
  'do.next': 'Start {name}…',
  'do.start': 'Start',
  'do.restart': 'Start again',
  'do.restartOne': 'Start again: {name} in {environment}',
  'do.startOne': 'Start {name} in {environment}',
  'do.remove': 'Remove plan',
  'do.template': 'Open template',
  'do.menu': 'Actions for the release plan in {environment}',
  'do.editRule': 'Edit rule {rule, number} of {name}',
  'do.changeNext': 'Change when {name} starts',

  'start.title': 'Start {name}?',
  'start.text':
    'The rules of {name} replace those of the active milestone in {environment} at once. Rules that the flag has on its own stay.',
  'start.rules': 'Rules of {name}',
  'start.label': 'Start {name}',
  'remove.title': 'Remove the release plan?',
  'remove.text':
    'The rules of the active milestone go with it. Other rules in {environment} stay. To keep who has the flag now, copy the rule first.',
  'pause.title': 'Pause the release plan?',
  'pause.text':
    'The active milestone goes on, and no other starts by itself until you resume. The time does not count.',
  'pause.reason': 'Reason',
  'pause.hint': 'Optional. Shown on the plan and in the event log.',
  'pause.label': 'Pause plan',
  'resume.title': 'Resume the release plan?',
  'resume.text':
    'Milestones start by themselves again. The time in which the plan was paused does not count.',
  'resume.label': 'Resume plan',
  'next.title': 'When does {name} start?',
  'next.save': 'Save',
  'next.wrong': 'Enter a whole number, at most one year.',
  'rule.title': 'Edit rule of {name}',
  'rule.text': 'Other flags and the template do not change.',
  'rule.save': 'Save rule',

  'add.title': 'Use a release template in {environment}',
  'add.text':
    'The flag gets a copy of the template as its release plan. Rules that are there now stay beside it.',
  'add.on': 'The first milestone starts at once.',
  'add.off': 'The first milestone starts when the flag is turned on in {environment}.',
  'add.choose': 'Template',
  'add.ofProject': '{name} ({project})',
  'add.label': 'Add release plan',
  'add.none': 'No release templates yet',
  'add.noneText': 'Create one first: milestones with rules, and when the next one starts.',
  'add.create': 'Create a template',
  'add.preview': 'Milestones of {name}',
  'add.useless':
    'A rule in {environment} already turns the flag on for everyone. The plan makes no difference until you turn off or delete that rule.',
  'add.noMilestones': 'This template has no milestones. Add some before you use it.',
  'add.emptyMilestone': 'no rules yet',

  'step.lasted': '{day}, {span}',
  'step.share': '{passed} of {total}',
  'step.since': 'since {day}',
  'step.skipped': 'skipped',
  'step.after': 'after {time}',
  'step.afterExposures': 'after {count, plural, one {# time} other {# times}} on',
  'step.hand': 'by hand',

  'diff.removed': 'The release plan {name} is removed, with the rules of its active milestone.',
  'diff.starts': '{name} starts.',
  'diff.guard':
    'Guard {name}: at most {tolerance, number} times as bad, where {worse, select, lower {less} other {more}} is worse; otherwise {action, select, off {the flag is turned off} pause {the rollout pauses} other {the rollout goes back one step}} ({falseAlarms, number}\u202f% false alarms).',
  'diff.resumed': 'Milestones start by themselves again.',

  'done.added': 'Release plan added in {environment}',
  'done.removed': 'Release plan removed in {environment}',
  'done.started': '{name} started in {environment}',
  'done.paused': 'Release plan paused in {environment}',
  'done.resumed': 'Release plan resumed in {environment}',
  'done.changed': 'Release plan changed in {environment}',
} as const

export const t = translator(messages)
