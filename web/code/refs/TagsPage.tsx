import { TagIcon } from '@primer/octicons-react'
import { codeRefs, codeTagsPage, codeTreePage, removeTag } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { CodePlace, TagRow } from '../shapes.ts'
import { DownloadMenu } from '../shared/DownloadMenu.tsx'
import { codeTopics } from '../shared/place.ts'
import { RefRow } from './RefRow.tsx'
import { RefsFrame } from './RefsFrame.tsx'
import { tagSorts, useRefList } from './ref-list.ts'

/** The tags of a project, the last ones first. */
export function TagsPage() {
  const { namespace = '' } = usePageParams()
  const list = useRefList(tagSorts)
  const input = { namespace, ...list.input }
  const { data, isPlaceholderData } = useReading(codeTagsPage, input, { keepPrevious: true, topics: codeTopics })
  return (
    <RefsFrame
      kind="tag"
      namespace={namespace}
      page={data}
      list={list}
      sorts={tagSorts}
      nothingYet="Tags mark specific commits, such as releases."
      refs={data?.tags}
      isBehind={isPlaceholderData}
      row={(tag, place) => <Tag key={tag.name} place={place} tag={tag} />}
    />
  )
}

interface TagProps {
  readonly place: CodePlace
  readonly tag: TagRow
}

function Tag({ place, tag }: TagProps) {
  const { name, message, canDelete, commit } = tag
  return (
    <RefRow
      place={place}
      name={name}
      icon={<TagIcon />}
      message={message}
      commit={commit}
      actions={<DownloadMenu place={place} refName={name} quiet />}
      removal={canDelete ? close => <RemoveTag place={place} tag={tag} onClose={close} /> : null}
    />
  )
}

function RemoveTag({ place, tag, onClose }: TagProps & { readonly onClose: () => void }) {
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
