import { useRef } from 'react'
import { textBoxes } from '#contract/text-boxes.ts'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { problemOf, useCall } from '#web/api/use-call.ts'
import { useViewer } from '#web/api/viewer.ts'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import { merged as mergedSentence } from '#web/discuss/merge/messages.ts'
import { OverlapNotice } from '#web/discuss/merge/OverlapNotice.tsx'
import type { MergePart } from '#web/discuss/merge/parts.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import type { Place } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { holdsRefused } from '#web/ui/forms/refused.ts'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { useToldOverlaps } from '#web/ui/forms/told-overlaps.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useId } from '#web/ui/use-id.tsx'
import {
  createMilestone,
  type MilestoneData,
  type MilestoneValues,
  milestoneReadings,
  ownerOf,
  updateMilestone,
} from './calls.ts'
import styles from './MilestoneDialog.module.css'

type MilestoneFields = Omit<MilestoneValues, 'description'>

const labels: Readonly<Record<keyof MilestoneFields, string>> = {
  title: 'Title',
  startDate: 'Start date',
  dueDate: 'Due date',
}

interface MilestoneDialogProps {
  readonly namespace: Place
  /** Null: a new one. */
  readonly milestone: MilestoneData | null
  readonly onClose: () => void
}

const blank: MilestoneFields = { title: '', startDate: null, dueDate: null }

export function MilestoneDialog({ namespace, milestone, onClose }: MilestoneDialogProps) {
  const { user } = useViewer()
  const { title: savedTitle, startDate: savedStart, dueDate: savedDue } = milestone ?? blank
  const draft = useDraft<MilestoneFields>({ title: savedTitle, startDate: savedStart, dueDate: savedDue })
  const { title, startDate, dueDate } = draft.values
  const savedDescription = milestone?.description ?? ''
  const description = useKeptText(
    milestone === null ? textBoxes.newMilestone(namespace.id) : textBoxes.milestoneDescription(milestone.id),
    savedDescription,
  )
  const written = useFollowSaved(description, savedDescription)
  const { isChanged: isDescribed, isOverlap: isDescriptionOverlap } = written
  const days = useRef<HTMLDivElement>(null)
  const descriptionId = useId()
  const save = useCall(
    (values: MilestoneValues): Promise<unknown> =>
      milestone === null
        ? createMilestone(namespace, values)
        : updateMilestone(ownerOf(milestone), milestone.id, {
            ...draft.changes,
            ...(draft.changes.title === undefined ? {} : { title: values.title }),
            ...(isDescribed ? { description: values.description } : {}),
            expected: { ...draft.expected, ...(isDescribed ? { description: description.base } : {}) },
          }),
    {
      refreshes: milestoneReadings,
      onSuccess: (_, sent) => {
        const isDone = description.clearSent(sent.description, { text: sent.description, version: null })
        showToast(milestone === null ? `Milestone ${title.trim()} created` : `Milestone ${title.trim()} saved`)
        // Text typed during the request is not saved yet.
        if (isDone || milestone === null) onClose()
      },
    },
  )
  const isChanged = isDescribed || Object.keys(draft.changes).length > 0
  const isTurned = startDate !== null && dueDate !== null && dueDate < startDate
  const isReady = title.trim() !== ''
  const firstDay = user?.firstDayOfWeek === 1 || user?.firstDayOfWeek === 6 ? user.firstDayOfWeek : 0
  const titleProblem = problemOf(save.error, 'title')
  const dueProblem = isTurned ? 'The due date must not be before the start date.' : problemOf(save.error, 'dueDate')

  function submit() {
    if (!isReady || isTurned || save.isPending || holdsRefused(days.current)) return
    if (milestone !== null && !isChanged) onClose()
    else save.mutate({ title: title.trim(), description: description.text, startDate, dueDate })
  }

  /** Nothing of what was written stays. */
  function cancel() {
    if (isDescribed && !window.confirm(editMessages.loseMilestone)) return
    description.clear()
    onClose()
  }

  const overlaps: readonly (MergePart & { readonly name: keyof MilestoneFields | 'description' })[] = [
    ...draft.overlaps.map(name => ({
      name,
      label: labels[name],
      base: draft.baseOf(name) ?? '',
      mine: draft.values[name] ?? '',
      theirs: { title: savedTitle, startDate: savedStart, dueDate: savedDue }[name] ?? '',
      isLine: true,
    })),
    ...(isDescriptionOverlap
      ? [
          {
            name: 'description' as const,
            label: 'Description',
            base: description.base,
            mine: description.text,
            theirs: savedDescription,
          },
        ]
      : []),
  ]
  const overlapping = useToldOverlaps(overlaps, save.isPending)

  function takeMerged(texts: readonly string[]) {
    const merged = Object.fromEntries(overlapping.map(({ name }, index) => [name, texts[index] ?? '']))
    const { description: text, title: line, startDate: start, dueDate: due } = merged
    draft.keep({
      ...(line === undefined ? {} : { title: line }),
      ...(start === undefined ? {} : { startDate: start || null }),
      ...(due === undefined ? {} : { dueDate: due || null }),
    })
    if (text !== undefined) description.rebase(text)
    save.reset()
    showToast(mergedSentence)
  }

  return (
    <FormDialog
      title={milestone === null ? 'New milestone' : 'Edit milestone'}
      size="l"
      onClose={cancel}
      submit={milestone === null ? 'Create milestone' : 'Save changes'}
      disabled={!isReady}
      busy={save.isPending}
      problem={overlapping.length === 0 && titleProblem === null && dueProblem === null ? save.error?.message : null}
      onSubmit={submit}
    >
      {overlapping.length > 0 && (
        <OverlapNotice
          refusal={save.error}
          parts={overlapping}
          onMerged={takeMerged}
          onKeep={() => {
            draft.keep()
            written.keep()
            save.reset()
          }}
          onDiscard={() => {
            draft.discard()
            written.discard()
            save.reset()
          }}
        >
          {isMergeable => (
            <>
              {editMessages.someoneEdited('milestone')}{' '}
              {isMergeable ? editMessages.mergeOffer : editMessages.keepOrDiscard}
            </>
          )}
        </OverlapNotice>
      )}
      <FormField label="Title" required error={titleProblem}>
        <TextInput
          data-autofocus
          value={title}
          maxLength={255}
          autoComplete="off"
          onValue={title => draft.set({ title })}
        />
      </FormField>
      <div ref={days} className={styles.days}>
        <FormField label="Start date">
          <DatePicker
            label="Start date"
            value={startDate}
            onValue={day => draft.set({ startDate: day })}
            firstDay={firstDay}
          />
        </FormField>
        <FormField label="Due date" error={dueProblem}>
          <DatePicker
            label="Due date"
            value={dueDate}
            onValue={day => draft.set({ dueDate: day })}
            firstDay={firstDay}
          />
        </FormField>
      </div>
      <Stack gap={1}>
        <label htmlFor={descriptionId} className={styles.label}>
          Description
        </label>
        <UnsentOffer places={[description.place]} />
        {description.isRestored && (
          <Banner
            action={
              <Button size="s" variant="quiet" onClick={() => description.rebase(savedDescription)}>
                Discard
              </Button>
            }
          >
            {editMessages.restored}
          </Banner>
        )}
        {namespace.kind === 'project' ? (
          <MarkdownEditor
            id={descriptionId}
            label="Description"
            namespace={namespace.fullPath}
            target={{ type: 'Milestone' }}
            rows={5}
            value={description.text}
            onChange={description.setText}
            onSubmit={submit}
          />
        ) : (
          <TextArea id={descriptionId} rows={5} value={description.text} onValue={description.setText} />
        )}
      </Stack>
    </FormDialog>
  )
}
