import * as contract from '#contract/foundation/ldap.ts'
import { ldapProvider } from '#server/foundation/identities/ldap.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { type Answer, answer } from '#server/slice.ts'
import { createLink, directoryGroups, groupLinks, lastSync, removeLink, startSync } from './group-links.ts'
import { signInWithLdap } from './sign-in.ts'

const ofGroup = { about: groupByRef, ability: 'group:admin-members' } as const

export const ldapAnswers: readonly Answer[] = [
  answer(contract.signInWithLdap, { for: 'anyone', transaction: 'own', run: signInWithLdap }),
  answer(contract.listLdapGroups, { for: 'admin', run: (ctx, { search }) => directoryGroups(ctx, search) }),
  answer(contract.listLdapGroupsOfProvider, {
    for: 'admin',
    run: (ctx, { provider, search }) => directoryGroups(ctx, search, provider),
  }),
  answer(contract.findLdapGroups, { ...ofGroup, run: (ctx, _, { search }) => directoryGroups(ctx, search) }),
  answer(contract.listLdapGroupLinks, { ...ofGroup, run: (ctx, { id }) => groupLinks(ctx, id) }),
  answer(contract.groupLdapLinks, {
    ...ofGroup,
    run: async (ctx, { id }) => ({ links: await groupLinks(ctx, id), sync: await lastSync(ctx, id) }),
  }),
  answer(contract.createLdapGroupLink, { ...ofGroup, run: createLink }),
  answer(contract.deleteLdapGroupLink, { ...ofGroup, run: removeLink }),
  answer(contract.deleteLdapGroupLinkByName, {
    ...ofGroup,
    run: (ctx, group, { cn }) => removeLink(ctx, group, { provider: ldapProvider, cn }),
  }),
  answer(contract.deleteLdapGroupLinkOfProvider, { ...ofGroup, run: removeLink }),
  answer(contract.syncLdapGroup, { ...ofGroup, run: startSync }),
]
