import { useState } from 'react'
import { listTopics, mergeTopics } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { formProblem } from '../problems.ts'
import type { Topic } from './TopicRow.tsx'

interface MergeTopicDialogProps {
  readonly topic: Topic
  readonly onClose: () => void
}

/** Replaces a topic with another one in all its projects. */
export function MergeTopicDialog({ topic, onClose }: MergeTopicDialogProps) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useDebouncedState('')
  const [chosen, setChosen] = useState('')
  const { data } = useReading(
    listTopics,
    { perPage: 100, ...(asked === '' ? {} : { search: asked }) },
    { keepPrevious: true },
  )
  const others = (data ?? []).filter(each => each.id !== topic.id)
  const target = others.find(each => String(each.id) === chosen) ?? others[0]
  const merge = useOperation(mergeTopics, {
    refreshes: [listTopics],
    onSuccess: () => {
      showToast('Topics merged')
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Merge ${topic.title} into another topic`}
      description={`Its projects get the other topic, and ${topic.title} is deleted.`}
      onClose={onClose}
      submit="Merge topics"
      variant="danger"
      disabled={target === undefined}
      busy={merge.isPending}
      problem={formProblem(merge.error)}
      onSubmit={() => target !== undefined && merge.mutate({ sourceTopicId: topic.id, targetTopicId: target.id })}
    >
      <SearchInput
        label="Search topics"
        value={text}
        onValue={next => {
          setText(next)
          setAsked(next.trim())
        }}
      />
      <FormField label="Merge into">
        <Select
          options={others.map(each => ({ value: String(each.id), label: each.title }))}
          value={target === undefined ? '' : String(target.id)}
          onValue={setChosen}
        />
      </FormField>
    </FormDialog>
  )
}
