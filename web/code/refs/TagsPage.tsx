import { RocketIcon, TagIcon } from '@primer/octicons-react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { newReleasePath, releasePath } from '#contract/deploy/release-paths.ts'
import { codeTagsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import type { CodePlace, TagRow } from '../shapes.ts'
import { DownloadMenu } from '../shared/DownloadMenu.tsx'
import { ProtectedBadge } from './ProtectedBadge.tsx'
import { RefRow } from './RefRow.tsx'
import { RefsFrame } from './RefsFrame.tsx'
import { refListReading, useRefList } from './ref-list.ts'
import styles from './refs.module.css'

/** The tags of a project, the last ones first. */
export function TagsPage() {
  const list = useRefList('tag')
  const reading = useReading(codeTagsPage, list.input, refListReading)
  return (
    <RefsFrame
      kind="tag"
      list={list}
      reading={reading}
      refs={reading.data?.tags}
      row={(tag, place) => <Tag key={tag.name} place={place} tag={tag} />}
    />
  )
}

interface TagProps {
  readonly place: CodePlace
  readonly tag: TagRow
}

function Tag({ place, tag }: TagProps) {
  const { name, message, isProtected, hasRelease, canDelete, commit } = tag
  const { canPush, header } = place
  return (
    <RefRow
      kind="tag"
      place={place}
      name={name}
      icon={<TagIcon />}
      badges={isProtected && <ProtectedBadge />}
      message={message}
      commit={commit}
      actions={
        <>
          {hasRelease ? (
            <LinkButton
              size="s"
              variant="quiet"
              icon={<RocketIcon />}
              href={releasePath(place.namespace, encodeURIComponent(name))}
              aria-label={`Release of ${visibleName(name)}`}
              title="Release"
            >
              <span className={styles.wide}>Release</span>
            </LinkButton>
          ) : (
            canPush &&
            header.offers.releases && (
              <LinkButton
                size="s"
                variant="quiet"
                icon={<RocketIcon />}
                href={`${newReleasePath(place.namespace)}?${new URLSearchParams({ tag_name: name })}`}
                aria-label={`Create release from ${visibleName(name)}`}
                title="Create release"
              >
                <span className={styles.wide}>Create release</span>
              </LinkButton>
            )
          )}
          <DownloadMenu place={place} refName={name} quiet />
        </>
      }
      canDelete={canDelete}
      warning={`${hasRelease ? 'Its release will be deleted too, with its notes and links. ' : ''}Links and scripts that use this tag will stop working.`}
    />
  )
}
