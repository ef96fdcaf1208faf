/** The administrators of the demo shop. Their password is published in the documentation. */
export const demoAccounts = {
  names: { ida: 'Ida Berg', tomas: 'Tomas Lind', mei: 'Mei Tanaka', jonas: 'Jonas Weber' },
  usernames: ['ida.berg', 'tomas.lind', 'mei.tanaka', 'jonas.weber'],
  password: 'Demo-accounts-7',
} as const
