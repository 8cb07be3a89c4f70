import { TagIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { gid } from '#contract/gid.ts'
import { asking } from '#web/api/graphql.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { milestoneReleases } from './milestone-releases.graphql.gen.ts'
import styles from './ReleasesOfMilestone.module.css'

/** The releases of a milestone that the viewer may see; nothing without releases. */
export function ReleasesOfMilestone({ milestoneId }: { readonly milestoneId: number }) {
  const { data } = useQuery(asking(milestoneReleases, { id: gid('Milestone', milestoneId) }))
  const { nodes, count = 0 } = data?.milestone?.releases ?? {}
  const shown = (nodes ?? []).flatMap(node => node ?? [])
  if (shown.length === 0) return null
  return (
    <span className={styles.releases}>
      <TagIcon />
      <span>
        {count === 1 ? 'Release' : 'Releases'}{' '}
        {shown.map(({ id, name, links }, index) => {
          const title = <NameText name={name ?? ''} />
          const href = links?.selfUrl ?? null
          return (
            <span key={id}>
              {index > 0 && ', '}
              {href === null ? title : <TextLink href={new URL(href).pathname}>{title}</TextLink>}
            </span>
          )
        })}
        {count > shown.length && ` and ${count - shown.length} more`}
      </span>
    </span>
  )
}
