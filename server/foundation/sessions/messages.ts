export const messages = {
  tooManyRegistrations: 'Too many registrations from your network. Try again in an hour.',
  signUpIsOff: 'Registration is disabled on this site.',
} as const
