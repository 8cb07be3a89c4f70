import { KebabHorizontalIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { topicsChanged } from '#contract/live-topics.ts'
import { deleteTopic, listTopics } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { useHasNext } from '../places/has-next.ts'
import { Pages } from '../places/Pages.tsx'
import { usePageNumber, useSearchBox } from '../places/search-box.ts'
import { formProblem } from '../problems.ts'
import { MergeTopicDialog } from './MergeTopicDialog.tsx'
import { TopicDialog } from './TopicDialog.tsx'
import { type Topic, TopicRow } from './TopicRow.tsx'

const noTopics: readonly Topic[] = []

/** All topics, for administrators. */
export function AdminTopicsPage() {
  const box = useSearchBox()
  const page = usePageNumber()
  const input = {
    ...(box.asked === undefined ? {} : { search: box.asked }),
    ...(page === undefined ? {} : { page }),
  }
  const reading = useReading(listTopics, input, { keepPrevious: true, topics: () => [topicsChanged] })
  const hasNext = useHasNext(listTopics, input, reading.data)
  const listed = JSON.stringify([input, reading.isPlaceholderData, reading.isPending])
  const steady = useSteadyList(listed, reading.data ?? noTopics, topic => topic.id, useOwnChange())
  const topics = steady.rows
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
      <SteadyArea of={steady} noun="topic">
        {reading.data === undefined ? (
          <Skeleton rows={6} shape="row" />
        ) : topics.length === 0 ? (
          <EmptyState
            illustration={<Illustration of={box.asked === undefined ? 'nothing-yet' : 'nothing-found'} />}
            title={box.asked === undefined ? 'No topics yet' : 'No topics found'}
          >
            {box.asked === undefined ? 'Topics of projects appear here too.' : 'Try other words, or fewer.'}
          </EmptyState>
        ) : (
          <List aria-label="Topics">
            {topics.map(topic => (
              <TopicRow key={topic.id} topic={topic} actions={<Actions topic={topic} />} />
            ))}
          </List>
        )}
      </SteadyArea>
      <Pages label="Topics, pages" hasNext={hasNext} />
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
          busy={remove.isPending}
          error={formProblem(remove.error)}
          onConfirm={() => remove.mutate({ id: topic.id })}
          onClose={close}
        >
          {count === 0 ? 'No projects use it.' : `It will be removed from ${counted(count, 'project')}.`}
        </ConfirmDialog>
      )}
    </>
  )
}
