import {
  BookIcon,
  FileZipIcon,
  GitCommitIcon,
  ImageIcon,
  LinkIcon,
  MilestoneIcon,
  PackageIcon,
  TagIcon,
  VerifiedIcon,
} from '@primer/octicons-react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { releasePath } from '#contract/deploy/release-paths.ts'
import { treeHref } from '#web/code/shared/addresses.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { ReleaseActions } from './ReleaseActions.tsx'
import styles from './Releases.module.css'
import type { ReleaseData, ReleaseNamespace, ReleasePageData } from './shapes.ts'

interface ReleaseCardProps {
  readonly namespace: ReleaseNamespace
  readonly release: ReleaseData
  readonly permissions: ReleasePageData['permissions']
  /** Whether it is a page of its own, whose heading is the title. */
  readonly isAlone?: boolean
}

/** A release: its name, tag and commit, its notes, and the files to download. */
export function ReleaseCard({ namespace, release, permissions, isAlone = false }: ReleaseCardProps) {
  const { name, tagName, descriptionHtml } = release
  const href = tagName === undefined ? null : releasePath(namespace.fullPath, encodeURIComponent(tagName))
  const title = <NameText name={name} />
  return (
    <article className={styles.card} aria-label={visibleName(name)}>
      <header className={styles.head}>
        <div className={styles.line}>
          {isAlone ? (
            <h1 className={styles.title}>{title}</h1>
          ) : (
            <h2 className={styles.title}>
              {href === null ? (
                title
              ) : (
                <TextLink tone="plain" href={href}>
                  {title}
                </TextLink>
              )}
            </h2>
          )}
          <Badges release={release} />
        </div>
        {permissions.canAdminReleases && tagName !== undefined && (
          <ReleaseActions namespace={namespace} release={release} tagName={tagName} leavesPage={isAlone} />
        )}
        <Facts namespace={namespace} release={release} />
      </header>
      {descriptionHtml !== '' && (
        <div className={styles.notes}>
          <Markdown html={descriptionHtml} />
        </div>
      )}
      <Assets release={release} isOpen={isAlone || release.isLatest} />
      <Evidence release={release} />
    </article>
  )
}

function Badges({ release }: Pick<ReleaseCardProps, 'release'>) {
  if (release.upcomingRelease)
    return (
      <span className={styles.badge} data-state="upcoming">
        Upcoming
      </span>
    )
  return (
    release.isLatest && (
      <span className={styles.badge} data-state="latest">
        Latest
      </span>
    )
  )
}

function Facts({ namespace, release }: Pick<ReleaseCardProps, 'namespace' | 'release'>) {
  const { tagName, hasTag, commit, author, releasedAt, upcomingRelease, milestones = [] } = release
  const at = { namespace: namespace.fullPath }
  return (
    <ul className={styles.facts}>
      {tagName !== undefined && (
        <li className={styles.fact}>
          <TagIcon />
          {hasTag ? (
            <TextLink tone="muted" href={`${treeHref(at, tagName)}?ref_type=tags`}>
              <NameText name={tagName} />
            </TextLink>
          ) : (
            <span>
              <NameText name={tagName} /> (deleted)
            </span>
          )}
        </li>
      )}
      {commit != null && (
        <li className={styles.fact}>
          <GitCommitIcon />
          <TextLink tone="muted" href={`/${namespace.fullPath}/-/commit/${commit.id}`} title={commit.title}>
            {commit.shortId}
          </TextLink>
        </li>
      )}
      {milestones.map(milestone => (
        <li key={milestone.id} className={styles.fact}>
          <MilestoneIcon />
          <TextLink tone="muted" href={new URL(milestone.webUrl).pathname}>
            {milestone.title}
          </TextLink>
        </li>
      ))}
      <li className={styles.fact}>
        {author !== null && <Avatar {...author} sizePx={16} named={false} />}
        <span>
          {author !== null && (
            <>
              <TextLink tone="muted" href={`/${author.username}`}>
                {author.name}
              </TextLink>{' '}
            </>
          )}
          {upcomingRelease ? 'will release this' : 'released this'} <RelativeTime at={releasedAt} />
        </span>
      </li>
    </ul>
  )
}

const icons = { other: LinkIcon, runbook: BookIcon, image: ImageIcon, package: PackageIcon } as const

interface AssetsProps extends Pick<ReleaseCardProps, 'release'> {
  readonly isOpen: boolean
}

function Assets({ release, isOpen }: AssetsProps) {
  const { links, sources = [], count } = release.assets
  if (count === 0) return null
  return (
    <details className={styles.assets} open={isOpen}>
      <summary className={styles.summary}>
        Assets <CounterBadge count={count} />
      </summary>
      <ul className={styles.files} aria-label="Assets">
        {links.toReversed().map(link => {
          const Icon = icons[link.linkType]
          return (
            <li key={link.id} className={styles.file}>
              <Icon />
              <TextLink href={link.directAssetUrl}>{link.name}</TextLink>
            </li>
          )
        })}
        {sources.map(({ format, url }) => (
          <li key={format} className={styles.file}>
            <FileZipIcon />
            <TextLink href={new URL(url).pathname} download>
              Source code ({format})
            </TextLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Evidence({ release: { evidences = [] } }: Pick<ReleaseCardProps, 'release'>) {
  if (evidences.length === 0) return null
  return (
    <ul className={styles.evidence} aria-label="Evidence">
      {evidences.map(({ sha, filepath, collectedAt }) => (
        <li key={filepath} className={styles.fact}>
          <VerifiedIcon />
          <span>
            <TextLink tone="muted" href={new URL(filepath).pathname}>
              Evidence
            </TextLink>{' '}
            collected <RelativeTime at={collectedAt} />, SHA-256{' '}
            <code title={sha} className={styles.digest}>
              {sha.slice(0, 12)}
            </code>
          </span>
        </li>
      ))}
    </ul>
  )
}
