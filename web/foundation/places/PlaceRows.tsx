import { StarFillIcon, StarIcon } from '@primer/octicons-react'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { abbreviate } from '#web/ui/status/abbreviate.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { Chip } from '../Chip.tsx'
import styles from './PlaceRows.module.css'
import type { GroupCard, ProjectCard } from './place.ts'
import { TopicChips } from './TopicChips.tsx'
import { VisibilityIcon, visibilityMeaning, visibilityWord } from './visibility.tsx'

interface ProjectRowProps {
  readonly project: ProjectCard
  /** The group of the list, whose name and parents the rows leave out. */
  readonly within?: string
}

export function ProjectRow({ project, within }: ProjectRowProps) {
  return (
    <ListRow
      leading={<Avatar {...project} sizePx={40} shape="square" named={false} />}
      title={
        <span className={styles.name}>
          <Anchor href={`/${project.fullPath}`} title={project.fullName} className={styles.words}>
            <Name fullName={project.fullName} within={within} />
          </Anchor>
          <Visibility of="project" visibility={project.visibility} />
        </span>
      }
      badges={<Badges {...project} />}
      detail={
        (project.description !== '' || project.topics.length > 0) && (
          <>
            {project.description !== '' && <span className={styles.description}>{project.description}</span>}
            <TopicChips topics={project.topics} max={3} />
          </>
        )
      }
      trailing={
        <>
          {project.starCount > 0 && (
            <span className={styles.stars}>
              {project.isStarred ? <StarFillIcon size={12} /> : <StarIcon size={12} />}
              <VisuallyHidden>Stars:</VisuallyHidden> {abbreviate(project.starCount)}
            </span>
          )}
          <span className={styles.time}>
            <RelativeTime at={project.lastActivityAt} />
          </span>
        </>
      }
    />
  )
}

interface GroupRowProps {
  readonly group: GroupCard
  readonly within?: string
}

export function GroupRow({ group, within }: GroupRowProps) {
  return (
    <ListRow
      leading={<Avatar {...group} sizePx={40} shape="square" named={false} />}
      title={
        <span className={styles.name}>
          <Anchor href={`/${group.fullPath}`} title={group.fullName} className={styles.words}>
            <Name fullName={group.fullName} within={within} />
          </Anchor>
          <Visibility of="group" visibility={group.visibility} />
        </span>
      }
      badges={<Badges {...group} />}
      detail={group.description !== '' && <span className={styles.description}>{group.description}</span>}
    />
  )
}

/** "Weft / Web / Loom", the last one in full ink. */
function Name({ fullName, within }: { readonly fullName: string; readonly within: string | undefined }) {
  const shown =
    within !== undefined && fullName.startsWith(`${within} / `) ? fullName.slice(within.length + 3) : fullName
  const cut = shown.lastIndexOf(' / ')
  return (
    <>
      {cut >= 0 && <span className={styles.above}>{shown.slice(0, cut + 3)}</span>}
      {cut >= 0 ? shown.slice(cut + 3) : shown}
    </>
  )
}

interface VisibilityProps {
  readonly of: 'project' | 'group'
  readonly visibility: ProjectCard['visibility']
}

/** The visibility, beside the first line of the name, however long the name is. */
function Visibility({ of, visibility }: VisibilityProps) {
  return (
    <Tooltip text={`${visibilityWord(visibility)}. ${visibilityMeaning[of][visibility]}`}>
      <span className={styles.visibility}>
        <VisibilityIcon visibility={visibility} />
        <VisuallyHidden>{visibilityWord(visibility)}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}

function Badges({ archived, pendingDeletion }: Pick<ProjectCard, 'archived' | 'pendingDeletion'>) {
  return (
    <>
      {archived && !pendingDeletion && <Chip tone="warning">Archived</Chip>}
      {pendingDeletion && <Chip tone="warning">Pending deletion</Chip>}
    </>
  )
}
