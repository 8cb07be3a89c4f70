export const messages = {
  tooManyRegistrations: 'Too many registrations from your network. Try again in an hour.',
  passwordsAreOff: 'This site takes no passwords of its own. Sign in by LDAP.',
  signUpIsOff: 'Registration is disabled on this site.',
} as const
