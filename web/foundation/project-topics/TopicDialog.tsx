import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createTopic, listTopics, topicPage, updateTopic } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { uploadOf } from '#web/api/upload.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Form } from '../Form.tsx'
import { OverlapBanner } from '../OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '../problems.ts'
import { AvatarField } from '../user-settings/AvatarField.tsx'
import type { Topic } from './TopicRow.tsx'

interface TopicDialogProps {
  /** Null for a new one. */
  readonly topic: Topic | null
  readonly onClose: () => void
}

const words = { name: 'the name', title: 'the title', description: 'the description' } as const

export function TopicDialog({ topic, onClose }: TopicDialogProps) {
  const form = useId()
  const client = useQueryClient()
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
    // What somebody else saved is fetched, and shown beside what was to be saved.
    onError: (error: { readonly status: number }) => {
      if (error.status === 409) void client.invalidateQueries({ queryKey: [listTopics.name] })
    },
  }
  const create = useOperation(createTopic, told)
  const update = useOperation(updateTopic, told)
  const avatar = useOperation(updateTopic, { refreshes: [listTopics, topicPage] })
  const { error } = topic === null ? create : update
  const isPending = create.isPending || update.isPending
  const overlaps = draft.overlaps.map(name => words[name])
  const set = draft.set

  function submit() {
    if (isPending) return
    if (topic === null) create.mutate({ ...values })
    else update.mutate({ id: topic.id, ...draft.changes, expected: draft.expected })
  }

  return (
    <Dialog
      title={topic === null ? 'New topic' : 'Edit topic'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isPending}>
            {topic === null ? 'Add topic' : 'Save changes'}
          </Button>
        </>
      }
    >
      <Form id={form} problem={saveProblem(error, overlaps, ['name', 'title', 'description'])} onSubmit={submit}>
        <OverlapBanner fields={overlaps} onKeep={() => draft.keep()} onDiscard={draft.discard} />
        <FormField
          label="Name"
          hint="Shown on projects, and part of the URL."
          error={fieldProblem(error, 'name', 'Name')}
        >
          <TextInput
            required
            maxLength={255}
            value={values.name}
            onChange={event => set({ name: event.target.value })}
          />
        </FormField>
        <FormField label="Title" optional error={fieldProblem(error, 'title', 'Title')}>
          <TextInput maxLength={255} value={values.title} onChange={event => set({ title: event.target.value })} />
        </FormField>
        <FormField
          label="Description"
          optional
          hint="Markdown is supported."
          error={fieldProblem(error, 'description', 'Description')}
        >
          <TextArea
            rows={3}
            maxLength={1024}
            value={values.description}
            onChange={event => set({ description: event.target.value })}
          />
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
      </Form>
    </Dialog>
  )
}
