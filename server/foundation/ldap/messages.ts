export const messages = {
  noEmail: (label: string) =>
    `Your ${label} entry has no valid email address, which an account needs. Ask an administrator to add one.`,
  emailTaken: (label: string) =>
    `An account with your email address already exists. Ask an administrator to connect it with your ${label} entry.`,
  notSetUp: 'LDAP is no longer set up on this site. Members stay as they are.',
  noProvider: 'LDAP is not set up, or the provider is not ldapmain, the only one.',
  noSuchGroup: (cn: string) =>
    `No LDAP group is called ${cn}. Members stay as they are. Remove the link if the group no longer exists.`,
  wrongFilter: 'The filter is not a valid LDAP filter, such as (department=Weaving).',
  filtersOfAdministrators: 'Only administrators can link people by a filter',
  linkExists: 'This link already exists.',
} as const
