export const messages = {
  wrongPassword: 'Invalid login or password.',
  kept: {
    blocked: 'Your account has been blocked. Please contact an administrator.',
    banned: 'Your account has been banned. Please contact an administrator.',
    blocked_pending_approval:
      'Your account is waiting for approval by an administrator. You will get an email once it is approved.',
    ldap_blocked:
      'Your account is blocked, because it was not found in the directory. Please contact an administrator.',
  },
  tooManyFailures: (minutes: number) => `Too many failed attempts to sign in. Try again in ${minutes} minutes.`,
  tooManyMails: 'Too many password reset requests. Try again in an hour.',
  noAddress: 'Enter your email address.',
  linkMayBeOnItsWay: 'If an account uses this address, we have sent it a link.',
  linkIsOver: 'This link is no longer valid. Request a new one.',
  wrongCurrentPassword: 'is incorrect',
  directoryPassword: (label: string) => `Your account signs in with ${label}. Change your password there.`,
} as const
