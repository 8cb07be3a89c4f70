import { later, type Slice } from '#server/slice.ts'
import { ldapAnswers } from './answers.ts'
import { checkPeople } from './check-people.ts'
import { syncAllGroups, syncGroups } from './sync.ts'
import { isLdapPassword } from './verify.ts'
import './events.ts'

/** People and groups of an LDAP directory. */
export const ldap: Slice = {
  name: 'ldap',
  answers: ldapAnswers,
  followers: [
    later('ldap_sync.requested', (ctx, { payload }) => syncGroups(ctx, [payload.groupId]), { takesLong: true }),
  ],
  timedJobs: [
    { name: 'check_ldap_people', pattern: '7 * * * *', run: checkPeople },
    { name: 'sync_ldap_groups', pattern: '22 * * * *', run: syncAllGroups },
  ],
  plugs: { directory: { isPassword: isLdapPassword } },
}
