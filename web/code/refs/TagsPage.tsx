import { PlusIcon, TagIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { codeRefs, codeTagsPage, codeTreePage, removeTag } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useShortcuts } from '#web/ui/actions/shortcuts.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ListSkeleton } from '../commits/ListSkeleton.tsx'
import type { CodePlace, TagRow } from '../shapes.ts'
import { treeHref } from '../shared/addresses.ts'
import { DownloadMenu } from '../shared/DownloadMenu.tsx'
import { moveFocus } from '../shared/move-focus.ts'
import { placeOf, repositoryTopic } from '../shared/place.ts'
import { counted } from '../shared/size.ts'
import { NewRefDialog } from './NewRefDialog.tsx'
import { RefCommit } from './RefCommit.tsx'
import { RefFilters } from './RefFilters.tsx'
import { tagSorts, useRefList } from './ref-list.ts'
import styles from './refs.module.css'

/** The tags of a project, the last ones first. */
export function TagsPage() {
  const { namespace = '' } = usePageParams()
  const list = useRefList(tagSorts)
  const { data } = useReading(
    codeTagsPage,
    { namespace, ...list.input },
    {
      keepPrevious: true,
      topics: repositoryTopic,
    },
  )
  const [isCreating, setCreating] = useState(false)
  const [leaving, setLeaving] = useState<TagRow | null>(null)
  useShortcuts({ j: () => moveFocus('[data-ref]', 1), k: () => moveFocus('[data-ref]', -1) })
  usePlace({
    title: 'Tags',
    namespace: data === undefined ? null : placeOf(data.place),
    active: 'tags',
    crumbs: [{ label: 'Tags', href: `/${namespace}/-/tags` }],
  })
  if (data === undefined) return <ListSkeleton />
  const { place, tags, total, hasNext } = data
  const isNew = total === 0 && list.input.search === undefined
  const create = place.canPush && !place.isEmpty && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      New tag
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title="Tags"
        detail={!isNew && list.input.search === undefined && counted(total, 'tag')}
        actions={!isNew && create}
      />
      {place.isEmpty ? (
        <EmptyRepository {...place} />
      ) : isNew ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No tags yet" action={create}>
          A tag gives a commit a name that stays, for instance that of a release.
        </EmptyState>
      ) : (
        <>
          <RefFilters label="Search tags" list={list} sorts={tagSorts} />
          {tags.length === 0 ? (
            <EmptyState illustration={<Illustration of="nothing-found" />} title="No tag has that name" />
          ) : (
            <ul aria-label="Tags" className={styles.list}>
              {tags.map(tag => (
                <Tag key={tag.name} place={place} tag={tag} onRemove={() => setLeaving(tag)} />
              ))}
            </ul>
          )}
          <Pages label="Tags, pages" hasNext={hasNext} />
        </>
      )}
      {isCreating && <NewRefDialog kind="tag" place={place} onClose={() => setCreating(false)} />}
      {leaving !== null && <RemoveTag place={place} tag={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  )
}

interface TagProps {
  readonly place: CodePlace
  readonly tag: TagRow
  readonly onRemove: () => void
}

function Tag({ place, tag, onRemove }: TagProps) {
  const { name, message, canDelete, commit } = tag
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <TagIcon />
      </span>
      <div className={styles.words}>
        <div className={styles.line}>
          <TextLink tone="plain" href={treeHref(place, name)} data-ref className={styles.name}>
            {name}
          </TextLink>
        </div>
        {message !== '' && <p className={styles.message}>{message}</p>}
        <RefCommit place={place} commit={commit} />
      </div>
      <div className={styles.actions}>
        <DownloadMenu place={place} refName={name} quiet />
        {canDelete && (
          <IconButton
            label={`Delete ${name}`}
            icon={<TrashIcon />}
            size="s"
            variant="danger-quiet"
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  )
}

interface RemoveTagProps {
  readonly place: CodePlace
  readonly tag: TagRow
  readonly onClose: () => void
}

function RemoveTag({ place, tag, onClose }: RemoveTagProps) {
  const remove = useOperation(removeTag, {
    refreshes: [codeTagsPage, codeRefs, codeTreePage],
    onSuccess: () => {
      onClose()
      showToast(`Tag ${tag.name} is deleted`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${tag.name}?`}
      confirm="Delete tag"
      busy={remove.isPending}
      error={remove.error?.message ?? null}
      onConfirm={() => remove.mutate({ id: place.id, tagName: tag.name })}
      onClose={onClose}
    >
      Addresses and scripts that name it will find nothing any more.
    </ConfirmDialog>
  )
}
