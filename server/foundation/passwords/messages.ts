export const messages = {
  wrongPassword: 'Invalid login or password.',
  kept: {
    blocked: 'Your account has been blocked. Please contact an administrator.',
    banned: 'Your account has been banned. Please contact an administrator.',
    blocked_pending_approval:
      'Your account is waiting for approval by an administrator. You will get an email once it is approved.',
  },
  tooManyFailures: (minutes: number) => `Too many failed attempts to sign in. Try again in ${minutes} minutes.`,
  tooManyMails: 'Too many password reset requests. Try again in an hour.',
  noAddress: 'Enter your email address.',
  linkMayBeOnItsWay: 'If an account uses this address, we have sent it a link.',
  linkIsOver: 'This link is no longer valid. Request a new one.',
  wrongCurrentPassword: 'is incorrect',
} as const
