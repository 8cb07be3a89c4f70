import { PeopleIcon } from '@primer/octicons-react'
import { codeOwnersLimits } from '#contract/code/code-owners.ts'
import { roles } from '#contract/foundation/roles.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { BlobData } from '../shapes.ts'
import { blobHref } from '../shared/addresses.ts'
import styles from './CodeOwners.module.css'

/** One line: who has to approve changes of the file, by CODEOWNERS. */
export function CodeOwners({ owners: { users, groups, roles: levels } }: { readonly owners: BlobData['codeOwners'] }) {
  const names = [
    ...users.map(user => ({ key: `user-${user.id}`, name: user.name, href: `/${user.username}` })),
    ...groups.map(group => ({ key: `group-${group.id}`, name: group.fullName, href: `/groups/${group.fullPath}` })),
    ...Object.values(roles).flatMap(({ level, name }) =>
      levels.includes(level) ? [{ key: name, name: `${name} role`, href: null }] : [],
    ),
  ]
  if (names.length === 0) return null
  return (
    <div className={styles.line}>
      <PeopleIcon />
      <span className={styles.label}>Code owners:</span>
      <ul className={styles.names}>
        {names.map(({ key, name, href }) => (
          <li key={key}>{href === null ? name : <TextLink href={href}>{name}</TextLink>}</li>
        ))}
      </ul>
    </div>
  )
}

/** The lines of a CODEOWNERS file that do not do what they seem to, each with the reason. */
export function CodeOwnersProblems({ blob }: { readonly blob: BlobData }) {
  const { codeOwnersProblems: problems, place, ref, path } = blob
  if (problems.length === 0) return null
  return (
    <div className={styles.problems}>
      <Banner tone="warning" title={`${counted(problems.length, 'problem')} in this CODEOWNERS file`}>
        <ul className={styles.list}>
          {problems.map(({ line, fault }) => (
            <li key={`${line} ${fault}`}>
              <TextLink href={`${blobHref(place, ref.name, path)}#L${line}`}>Line {line}</TextLink>: {sentences[fault]}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

type Fault = BlobData['codeOwnersProblems'][number]['fault']

const sentences: Readonly<Record<Fault, string>> = {
  'section-unnamed': 'This section has no name, so its entries belong to no section.',
  'section-malformed': 'Invalid section heading. This line is treated as an entry.',
  'approvals-invalid': 'The number of approvals must be between 1 and 99. One approval will be required.',
  'approvals-of-optional': 'This section is optional, so its number of approvals is ignored.',
  'owners-missing': 'The entry has no owners. Files that match it can be changed without approval.',
  'owner-malformed': 'An owner must be a username, a group, an email address or a role, for example @@maintainer.',
  'owners-too-many': `This line has more than ${counted(codeOwnersLimits.ownersOfLine, 'owner')}. The rest are ignored.`,
  'pattern-too-long': `The pattern is longer than ${counted(codeOwnersLimits.patternChars, 'character')}, so this entry is ignored.`,
  'too-many-entries': `The file has more than ${counted(codeOwnersLimits.entries, 'entry', 'entries')}. This entry and all entries below it are ignored.`,
  'too-many-owners': `The file has more than ${counted(codeOwnersLimits.ownerGroups, 'different set')} of owners, so this entry is ignored.`,
  'file-too-large': `The file is larger than ${codeOwnersLimits.bytes / 1024} KiB. All lines from here on are ignored.`,
}
