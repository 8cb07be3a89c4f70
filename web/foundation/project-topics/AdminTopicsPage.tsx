import { KebabHorizontalIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { deleteTopic, listTopics } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { useSearchBox } from '../places/search-box.ts'
import { MergeTopicDialog } from './MergeTopicDialog.tsx'
import { TopicDialog } from './TopicDialog.tsx'
import { TopicList, useTopics } from './TopicList.tsx'
import type { Topic } from './TopicRow.tsx'

/** The dialog that stands in the page, where it outlives a topic that someone else deletes. */
type Opened =
  | { readonly what: 'edit'; readonly topic: Topic | null }
  | { readonly what: 'merge'; readonly topic: Topic }

/** All topics, for administrators. */
export function AdminTopicsPage() {
  const box = useSearchBox()
  const listed = useTopics(box.asked)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <AdminFrame
      active="topics"
      title={foundationTitles.topics}
      detail="Topics help people find projects."
      width="list"
      actions={
        <Button variant="primary" icon={<PlusIcon />} onClick={() => setOpened({ what: 'edit', topic: null })}>
          New topic
        </Button>
      }
    >
      <SearchInput label="Search topics" value={box.text} onValue={box.setText} />
      <TopicList
        of={listed}
        skeletonRows={6}
        empty="Topics added to projects also appear here."
        actions={topic => <Actions topic={topic} onOpen={setOpened} />}
      />
      {opened?.what === 'edit' && (
        <TopicDialog topic={opened.topic && nowOf(listed.topics, opened.topic)} onClose={close} />
      )}
      {opened?.what === 'merge' && <MergeTopicDialog topic={nowOf(listed.topics, opened.topic)} onClose={close} />}
    </AdminFrame>
  )
}

interface ActionsProps {
  readonly topic: Topic
  readonly onOpen: (opened: Opened) => void
}

function Actions({ topic, onOpen }: ActionsProps) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = useOperation(deleteTopic, {
    refreshes: [listTopics],
    onSuccess: () => showToast('Topic deleted'),
  })
  const count = topic.totalProjectsCount
  return (
    <>
      <Menu
        label={`Actions for ${topic.name}`}
        placement="bottom-end"
        trigger={<IconButton label={`Actions for ${topic.name}`} icon={<KebabHorizontalIcon />} size="s" />}
        items={[
          { label: 'Edit', onSelect: () => onOpen({ what: 'edit', topic }) },
          { label: 'Merge into another topic', onSelect: () => onOpen({ what: 'merge', topic }) },
          { kind: 'separator' },
          { label: 'Delete', tone: 'danger', onSelect: () => setRemoving(true) },
        ]}
      />
      {isRemoving && (
        <ConfirmDialog
          title={`Delete ${topic.title}?`}
          confirm="Delete topic"
          write={remove}
          onConfirm={() => remove.mutate({ id: topic.id })}
          onClose={() => setRemoving(false)}
        >
          {count === 0 ? 'No projects use it.' : `It will be removed from ${counted(count, 'project')}.`}
        </ConfirmDialog>
      )}
    </>
  )
}
