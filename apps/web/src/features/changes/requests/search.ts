/** The state of the lists, stored in the URL. */
export const inboxTabs = ['review', 'mine', 'scheduled', 'all'] as const
export type InboxTab = (typeof inboxTabs)[number]
export type InboxSearch = { tab?: Exclude<InboxTab, 'review'> | undefined }

export const readInboxSearch = ({ tab }: Record<string, unknown>): InboxSearch => ({
  tab: tab === 'mine' || tab === 'scheduled' || tab === 'all' ? tab : undefined,
})

export type ProjectSearch = { tab?: 'closed' | undefined }

export const readProjectSearch = ({ tab }: Record<string, unknown>): ProjectSearch => ({
  tab: tab === 'closed' ? tab : undefined,
})
