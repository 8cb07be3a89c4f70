import { useId, useRef, useState } from 'react'
import { useKeptText } from '#web/api/kept-text.ts'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import type { Place } from '#web/plan/shapes.ts'
import { problemOf, useCall } from '#web/plan/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { DatePicker } from '#web/ui/forms/DatePicker.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { holdsRefused } from '#web/ui/forms/refused.ts'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import {
  createMilestone,
  type MilestoneData,
  type MilestoneValues,
  milestoneReadings,
  ownerOf,
  updateMilestone,
} from './calls.ts'
import styles from './MilestoneDialog.module.css'

interface MilestoneDialogProps {
  readonly namespace: Place
  /** Null: a new one. */
  readonly milestone: MilestoneData | null
  readonly onClose: () => void
}

export function MilestoneDialog({ namespace, milestone, onClose }: MilestoneDialogProps) {
  const { user } = useViewer()
  const [title, setTitle] = useState(milestone?.title ?? '')
  const [startDate, setStartDate] = useState(milestone?.startDate ?? null)
  const [dueDate, setDueDate] = useState(milestone?.dueDate ?? null)
  const description = useKeptText(
    milestone === null ? `namespace.${namespace.id}.new-milestone` : `milestone.${milestone.id}.description`,
    milestone?.description ?? '',
  )
  const form = useId()
  const fields = useRef<HTMLFormElement>(null)
  const descriptionId = useId()
  const save = useCall(
    (values: MilestoneValues): Promise<unknown> =>
      milestone === null
        ? createMilestone(namespace, values)
        : updateMilestone(ownerOf(milestone), milestone.id, values),
    {
      refreshes: milestoneReadings,
      onSuccess: () => {
        description.clear()
        showToast(milestone === null ? `Created milestone ${title.trim()}` : `Saved milestone ${title.trim()}`)
        onClose()
      },
    },
  )
  const isTurned = startDate !== null && dueDate !== null && dueDate < startDate
  const isReady = title.trim() !== ''
  const firstDay = user?.firstDayOfWeek === 1 || user?.firstDayOfWeek === 6 ? user.firstDayOfWeek : 0
  const titleProblem = problemOf(save.error, 'title')
  const dueProblem = isTurned ? 'The due date must not be before the start date.' : problemOf(save.error, 'dueDate')

  function submit() {
    if (isReady && !isTurned && !save.isPending && !holdsRefused(fields.current))
      save.mutate({ title: title.trim(), description: description.text, startDate, dueDate })
  }

  return (
    <Dialog
      title={milestone === null ? 'New milestone' : 'Edit milestone'}
      size="l"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!isReady} busy={save.isPending}>
            {milestone === null ? 'Create milestone' : 'Save changes'}
          </Button>
        </>
      }
    >
      <form
        ref={fields}
        id={form}
        className={styles.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {save.isError && titleProblem === null && dueProblem === null && (
          <Banner tone="danger">{save.error.message}</Banner>
        )}
        <FormField label="Title" required error={titleProblem}>
          <TextInput
            data-autofocus
            value={title}
            maxLength={255}
            autoComplete="off"
            onChange={event => setTitle(event.target.value)}
          />
        </FormField>
        <div className={styles.days}>
          <FormField label="Start date">
            <DatePicker label="Start date" value={startDate} onValue={setStartDate} firstDay={firstDay} />
          </FormField>
          <FormField label="Due date" error={dueProblem}>
            <DatePicker label="Due date" value={dueDate} onValue={setDueDate} firstDay={firstDay} />
          </FormField>
        </div>
        <div className={styles.description}>
          <label htmlFor={descriptionId} className={styles.label}>
            Description
          </label>
          <UnsentOffer places={[description.place]} />
          {namespace.kind === 'project' ? (
            <MarkdownEditor
              id={descriptionId}
              label="Description"
              namespace={namespace.fullPath}
              target={{ type: 'Issue' }}
              rows={5}
              value={description.text}
              onChange={description.setText}
              onSubmit={submit}
            />
          ) : (
            <TextArea
              id={descriptionId}
              rows={5}
              value={description.text}
              onChange={event => description.setText(event.target.value)}
            />
          )}
        </div>
      </form>
    </Dialog>
  )
}
