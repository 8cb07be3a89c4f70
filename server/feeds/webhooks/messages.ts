export const messages = {
  badUrl: 'must be an http or https URL',
  inward: 'is blocked: requests to the local network are not allowed',
  tooMany: (most: number) => `Maximum number of webhooks (${most}) exceeded`,
  badHeader: 'can contain only letters, digits, hyphens and underscores, and cannot be a header that the server sets',
  badValue: 'can contain only printable ASCII characters',
  badVariable: 'can contain only letters, digits and underscores, and must start with a letter',
  badSigningToken: "must start with 'whsec_', followed by 24 to 64 bytes in Base64",
  noRegex: 'Branch filters by regular expression are not available. Use wildcards',
  badLength: 'is too long',
  nothingToTest: 'The project has nothing to test this event with. Add a commit, issue or comment first.',
  noTest: 'This event cannot be tested.',
} as const
