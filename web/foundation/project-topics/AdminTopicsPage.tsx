import { KebabHorizontalIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { deleteTopic, listTopics } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { useSearchBox } from '../places/search-box.ts'
import { MergeTopicDialog } from './MergeTopicDialog.tsx'
import { TopicDialog } from './TopicDialog.tsx'
import { TopicList } from './TopicList.tsx'
import type { Topic } from './TopicRow.tsx'

/** All topics, for administrators. */
export function AdminTopicsPage() {
  const box = useSearchBox()
  const [isAdding, setAdding] = useState(false)
  return (
    <AdminFrame
      active="topics"
      title={foundationTitles.topics}
      detail="Topics help people find projects."
      width="list"
      actions={
        <Button variant="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
          New topic
        </Button>
      }
    >
      <SearchInput label="Search topics" value={box.text} onValue={box.setText} />
      <TopicList
        search={box.asked}
        skeletonRows={6}
        empty="Topics added to projects also appear here."
        actions={topic => <Actions topic={topic} />}
      />
      {isAdding && <TopicDialog topic={null} onClose={() => setAdding(false)} />}
    </AdminFrame>
  )
}

function Actions({ topic }: { readonly topic: Topic }) {
  const [doing, setDoing] = useState<'edit' | 'merge' | 'delete' | null>(null)
  const close = () => setDoing(null)
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
          { label: 'Edit', onSelect: () => setDoing('edit') },
          { label: 'Merge into another topic', onSelect: () => setDoing('merge') },
          { kind: 'separator' },
          { label: 'Delete', tone: 'danger', onSelect: () => setDoing('delete') },
        ]}
      />
      {doing === 'edit' && <TopicDialog topic={topic} onClose={close} />}
      {doing === 'merge' && <MergeTopicDialog topic={topic} onClose={close} />}
      {doing === 'delete' && (
        <ConfirmDialog
          title={`Delete ${topic.title}?`}
          confirm="Delete topic"
          write={remove}
          onConfirm={() => remove.mutate({ id: topic.id })}
          onClose={close}
        >
          {count === 0 ? 'No projects use it.' : `It will be removed from ${counted(count, 'project')}.`}
        </ConfirmDialog>
      )}
    </>
  )
}
