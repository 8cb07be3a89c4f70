import { useState } from 'react'
import { createTopic, listTopics, topicPage, updateTopic } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { uploadOf } from '#web/api/upload.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { DraftOverlaps } from '../OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '../problems.ts'
import { AvatarField } from '../user-settings/AvatarField.tsx'
import type { Topic } from './TopicRow.tsx'

interface TopicDialogProps {
  /** Null for a new one. */
  readonly topic: Topic | null
  readonly onClose: () => void
}

const labels = { name: 'Name', title: 'Title', description: 'Description' } as const

export function TopicDialog({ topic, onClose }: TopicDialogProps) {
  const [blank] = useState({ name: '', title: '', description: '' })
  const draft = useDraft(
    topic === null ? blank : { name: topic.name, title: topic.title, description: topic.description ?? '' },
  )
  const { values } = draft
  const told = {
    refreshes: [listTopics, topicPage],
    onSuccess: () => {
      showToast(topic === null ? 'Topic added' : 'Topic saved')
      onClose()
    },
  }
  const create = useOperation(createTopic, told)
  const update = useOperation(updateTopic, told)
  const avatar = useOperation(updateTopic, { refreshes: [listTopics, topicPage] })
  const { error } = topic === null ? create : update
  const isPending = create.isPending || update.isPending
  const set = draft.set

  function submit() {
    if (topic === null) create.mutate({ ...values })
    else update.mutate({ id: topic.id, ...draft.changes, expected: draft.expected })
  }

  return (
    <FormDialog
      title={topic === null ? 'New topic' : 'Edit topic'}
      onClose={onClose}
      submit={topic === null ? 'Add topic' : 'Save changes'}
      busy={isPending}
      problem={saveProblem(error, draft.overlaps, ['name', 'title', 'description'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      <FormField
        label="Name"
        hint="Shown on projects, and part of the URL."
        refusal={fieldProblem(error, 'name', 'Name')}
      >
        <TextInput required maxLength={255} value={values.name} onValue={name => set({ name })} />
      </FormField>
      <FormField label="Title" optional refusal={fieldProblem(error, 'title', 'Title')}>
        <TextInput maxLength={255} value={values.title} onValue={title => set({ title })} />
      </FormField>
      <FormField
        label="Description"
        optional
        hint="Markdown is supported."
        refusal={fieldProblem(error, 'description', 'Description')}
      >
        <TextArea rows={3} maxLength={1024} value={values.description} onValue={description => set({ description })} />
      </FormField>
      {topic !== null && (
        <AvatarField
          key={topic.avatarUrl}
          owner={{ ...topic, name: topic.title }}
          shape="square"
          busy={avatar.isPending}
          error={fieldProblem(avatar.error, 'avatar', 'Avatar')}
          onSave={file => avatar.mutate({ id: topic.id, avatar: uploadOf(file) })}
          onRemove={topic.avatarUrl === null ? undefined : () => avatar.mutate({ id: topic.id, avatar: '' })}
        />
      )}
    </FormDialog>
  )
}
