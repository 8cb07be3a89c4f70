import { Type } from 'typebox'
import { Viewer } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('LDAP')
const text = Type.String({ maxLength: 1000 })

export const signInWithLdap = operation({
  name: 'signInWithLdap',
  summary: 'Sign in with the username and password of the LDAP directory. The first time, an account is created',
  door: 'browser',
  at: 'POST /-/sessions/ldap',
  input: Type.Object({ login: text, password: text, rememberMe: Type.Optional(Type.Boolean()) }),
  reply: Viewer,
})

const search = Type.Optional(Type.String({ maxLength: 255 }))
const DirectoryGroups = Type.Array(Type.Object({ cn: Type.String() }))

/** @source PREMIUM-008, rest.md 15.4 */
export const listLdapGroups = operation({
  name: 'listLdapGroups',
  summary: 'Search the groups of the LDAP directory by name (administrators only)',
  at: 'GET /ldap/groups',
  input: Type.Object({ search }),
  reply: DirectoryGroups,
})

export const listLdapGroupsOfProvider = operation({
  name: 'listLdapGroupsOfProvider',
  summary: 'Search the groups of an LDAP provider by name (administrators only); the only provider is ldapmain',
  at: 'GET /ldap/:provider/groups',
  input: Type.Object({ provider: Type.String({ maxLength: 255 }), search }),
  reply: DirectoryGroups,
})

const cn = Type.String({ minLength: 1, maxLength: 255 })
const filter = Type.String({ minLength: 1, maxLength: 1000 })

export const LdapGroupLink = Type.Object({
  cn: Nullable(Type.String()),
  groupAccess: Type.Integer(),
  provider: Type.String(),
  filter: Nullable(Type.String()),
  memberRoleId: Type.Null(),
})

export const listLdapGroupLinks = operation({
  name: 'listLdapGroupLinks',
  summary: 'List the LDAP links of a group',
  at: 'GET /groups/:id/ldap_group_links',
  input: Type.Object({ id: NamespaceRef }),
  reply: Type.Array(LdapGroupLink),
})

export const createLdapGroupLink = operation({
  name: 'createLdapGroupLink',
  summary: 'Give the people of an LDAP group, or those who match a filter (administrators only), a role in a group',
  at: 'POST /groups/:id/ldap_group_links',
  input: Type.Object({
    id: NamespaceRef,
    cn: Type.Optional(cn),
    filter: Type.Optional(filter),
    groupAccess: Type.Integer(),
    provider: Type.String({ maxLength: 255 }),
  }),
  reply: LdapGroupLink,
})

export const deleteLdapGroupLink = operation({
  name: 'deleteLdapGroupLink',
  summary: 'Remove an LDAP link of a group, and the members that only this link has made',
  at: 'DELETE /groups/:id/ldap_group_links',
  input: Type.Object({
    id: NamespaceRef,
    cn: Type.Optional(cn),
    filter: Type.Optional(filter),
    provider: Type.String({ maxLength: 255 }),
  }),
  reply: Empty,
  status: 204,
})

export const deleteLdapGroupLinkByName = operation({
  name: 'deleteLdapGroupLinkByName',
  summary: 'Remove the LDAP link of a group with this name (older form)',
  at: 'DELETE /groups/:id/ldap_group_links/:cn',
  input: Type.Object({ id: NamespaceRef, cn }),
  reply: Empty,
  status: 204,
})

export const deleteLdapGroupLinkOfProvider = operation({
  name: 'deleteLdapGroupLinkOfProvider',
  summary: 'Remove the LDAP link of a group with this provider and name (older form)',
  at: 'DELETE /groups/:id/ldap_group_links/:provider/:cn',
  input: Type.Object({ id: NamespaceRef, provider: Type.String({ maxLength: 255 }), cn }),
  reply: Empty,
  status: 204,
})

export const syncLdapGroup = operation({
  name: 'syncLdapGroup',
  summary: 'Synchronize the members of a group with its LDAP links, in a job',
  at: 'POST /groups/:id/ldap_sync',
  status: 202,
  input: Type.Object({ id: NamespaceRef }),
  reply: Empty,
})

export const ldapSyncStates = ['started', 'finished', 'failed'] as const

/** The LDAP links of a group and their last synchronization, for the members page. */
export const groupLdapLinks = operation({
  name: 'groupLdapLinks',
  summary: 'Get the LDAP links of a group and the result of their last synchronization',
  door: 'browser',
  at: 'GET /-/groups/:id/ldap_links',
  input: Type.Object({ id: NamespaceRef }),
  reply: Type.Object({
    links: Type.Array(LdapGroupLink),
    sync: Nullable(
      Type.Object({
        state: Words(ldapSyncStates),
        startedAt: DateTime,
        finishedAt: Nullable(DateTime),
        added: Type.Integer(),
        changed: Type.Integer(),
        removed: Type.Integer(),
        problem: Nullable(Type.String()),
      }),
    ),
  }),
})

/** The same search as that of administrators, for who links a group. */
export const findLdapGroups = operation({
  name: 'findLdapGroups',
  summary: 'Search the groups of the LDAP directory to link with a group',
  door: 'browser',
  at: 'GET /-/groups/:id/ldap_groups',
  input: Type.Object({ id: NamespaceRef, search }),
  reply: DirectoryGroups,
})
