import {
  MarkAsRead,
  NotificationPreferences,
  Notifications,
  SetNotificationPreferences,
  SubscriptionParams,
  UnsubscribeParams,
} from '../notifications.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

const tags = ['Notifications']
const own = ['Flagstaff']

export const notificationsOperations = operations({
  'GET /api/admin/notifications': {
    id: 'getNotifications',
    tags,
    summary: 'List your notifications',
    description:
      'Returns the 100 newest notifications of the calling account, newest first, as far as it can still see their project. `notificationType` is `change-request` for reviews and schedules, and `toggle` for everything else; `kind` is more precise. An admin token, which has no account, gets an empty list.',
    permission: 'authenticated',
    responses: { 200: Notifications },
    example: {},
  },
  'POST /api/admin/notifications/read': {
    id: 'markNotificationsAsRead',
    tags,
    summary: 'Mark notifications as read',
    description:
      'Marks these notifications of the calling account as read. Ids of others are ignored. An admin token, which has no account, returns 403.',
    permission: 'authenticated',
    body: MarkAsRead,
    responses: { 200: Nothing },
    example: { body: { notifications: [1, 2] } },
  },
  'POST /api/admin/notifications/read-all': {
    id: 'markAllNotificationsAsRead',
    tags: own,
    summary: 'Mark all notifications as read',
    description:
      'Marks every notification of the calling account as read. An admin token, which has no account, returns 403.',
    permission: 'authenticated',
    responses: { 200: Nothing },
    example: {},
  },
  'GET /api/admin/notifications/preferences': {
    id: 'getNotificationPreferences',
    tags: own,
    summary: 'Get your notification preferences',
    description:
      'Returns, for each kind of notification, whether the calling account sees it in the user interface, and whether it gets an email right away (`now`), in one email a day (`daily`) or not at all (`off`). `productivityReport` says whether the account gets the monthly report, see `PUT /api/admin/email-subscription/productivity-report`. An admin token, which has no account, returns 403.',
    permission: 'authenticated',
    responses: { 200: NotificationPreferences },
    example: {},
  },
  'PUT /api/admin/notifications/preferences': {
    id: 'setNotificationPreferences',
    tags: own,
    summary: 'Set your notification preferences',
    description:
      'Replaces the preferences of the kinds in the list; others stay as they are. They apply to new notifications. An admin token, which has no account, returns 403.',
    permission: 'authenticated',
    body: SetNotificationPreferences,
    responses: { 200: NotificationPreferences },
    example: { body: { preferences: [{ kind: 'own-flag', inApp: true, mail: 'off' }] } },
  },
  'PUT /api/admin/email-subscription/:subscription': {
    id: 'subscribeEmailSubscription',
    tags,
    summary: 'Subscribe to an email',
    description:
      'Subscribes the calling account to `productivity-report` or to the emails of a kind of notification. A kind that is off is then sent right away, and one that is sent daily stays so. An unknown name returns 404.',
    permission: 'authenticated',
    params: SubscriptionParams,
    responses: { 202: Nothing },
    example: { params: { subscription: 'productivity-report' } },
  },
  'DELETE /api/admin/email-subscription/:subscription': {
    id: 'unsubscribeEmailSubscription',
    tags,
    summary: 'Unsubscribe from an email',
    description:
      'Ends the emails of `productivity-report` or of a kind of notification for the calling account. Notifications still appear in the user interface. An unknown name returns 404.',
    permission: 'authenticated',
    params: SubscriptionParams,
    responses: { 202: Nothing },
    example: { params: { subscription: 'own-flag' } },
  },
  'POST /unsubscribe/:token': {
    id: 'unsubscribeWithLink',
    tags: own,
    summary: 'Unsubscribe with the link of an email',
    description:
      'Ends the emails of the kind that the email was about; the link in the header `List-Unsubscribe` is signed and needs no sign-in. Mail programs send this request for their unsubscribe button, see RFC 8058. An invalid link returns 404.',
    permission: 'public',
    params: UnsubscribeParams,
    responses: { 200: Nothing },
    example: { params: { token: 'signed-token' } },
  },
  'GET /unsubscribe/:token': {
    id: 'openUnsubscribeLink',
    tags: own,
    summary: 'Open the unsubscribe link of an email',
    description:
      'Redirects to the notification preferences, where people who sign in can choose. It changes nothing, because mail filters open links.',
    permission: 'public',
    params: UnsubscribeParams,
    responses: { 302: Nothing },
    example: { params: { token: 'signed-token' } },
  },
})
