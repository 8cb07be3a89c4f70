import { useQuery } from '@tanstack/react-query'
import { gid } from '#contract/gid.ts'
import { query } from '#web/api/graphql.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import styles from './ReferenceCard.module.css'
import { ReferenceCard } from './ReferenceCard.tsx'
import { userCard } from './user-card.graphql.gen.ts'

/** Name, job, location and status of a user. */
export function UserCard({ link }: { readonly link: HTMLElement }) {
  const id = gid('User', link.dataset.user ?? '')
  const { data } = useQuery({
    queryKey: [userCard.name, id],
    queryFn: ({ signal }) => query(userCard, { id }, { signal }),
  })
  const shown = data?.user
  if (shown == null) return null
  const { jobTitle, organization, location, status } = shown
  const work = [jobTitle, organization].filter(Boolean).join(' at ')
  return (
    <ReferenceCard
      link={link}
      title={
        <span className={styles.person}>
          <Avatar
            id={shown.id.split('/').at(-1) ?? ''}
            name={shown.name}
            avatarUrl={shown.avatarUrl}
            sizePx={32}
            named={false}
          />
          {shown.name}
        </span>
      }
      details={[
        `@${shown.username}`,
        shown.state === 'active' ? null : 'Blocked',
        work,
        location,
        status?.message,
        status?.availability === 'BUSY' ? 'Busy' : null,
      ].filter(Boolean)}
    />
  )
}
