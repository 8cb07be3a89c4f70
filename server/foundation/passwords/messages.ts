export const messages = {
  wrongPassword: 'Invalid login or password.',
  kept: {
    blocked: 'Your account has been blocked. Please contact an administrator.',
    banned: 'Your account has been banned. Please contact an administrator.',
  },
  tooManyFailures: (minutes: number) => `Too many failed attempts to sign in. Try again in ${minutes} minutes.`,
  tooManyMails: 'Too many requests for a new password. Try again in an hour.',
  linkMayBeOnItsWay: 'If there is an account with this address, a link is on its way to it.',
  linkIsOver: 'This link is no longer valid. Ask for a new one.',
  wrongCurrentPassword: 'is not the password of this account',
} as const
