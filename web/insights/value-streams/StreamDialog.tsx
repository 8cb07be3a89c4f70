import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PlaceKind } from '#contract/foundation/places.ts'
import {
  defaultStageNames,
  defaultStages,
  defaultValueStream,
  endEventsOf,
  eventWords,
  longestStreamName,
  mostStages,
  type StageEvent,
  stageEventNames,
} from '#contract/insights/stage-events.ts'
import type { Stage, StageInput, StoredValueStream } from '#contract/insights/value-streams.ts'
import { call } from '#web/api/client.ts'
import { useReading } from '#web/api/query.ts'
import { problemOf, useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { messages } from '#web/plan/messages.ts'
import { useLabels } from '#web/plan/pickers/search.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { calls, streamReadings } from './calls.ts'
import styles from './ValueStreams.module.css'

interface StreamDialogProps {
  readonly kind: PlaceKind
  readonly namespace: string
  /** Null: a new one. */
  readonly streamId: number | string | null
  readonly onClose: () => void
  readonly onSaved: (streamId: number | string) => void
}

interface LabelChoice {
  readonly id: number
  readonly title: string
}

/** A stage in the form. Default ones have the events of their names. */
interface StageDraft {
  readonly key: number
  readonly id: number | null
  readonly name: string
  readonly custom: boolean
  readonly hidden: boolean
  readonly start: StageEvent
  readonly startLabel: LabelChoice | null
  readonly end: StageEvent
  readonly endLabel: LabelChoice | null
}

interface StreamValues {
  readonly name: string
  readonly stages: readonly StageDraft[]
}

const byDefault = (): readonly StageDraft[] =>
  defaultStageNames.map((name, key) => ({
    ...{ key, id: null, name, custom: false, hidden: false, startLabel: null, endLabel: null },
    start: defaultStages[name].start,
    end: defaultStages[name].end,
  }))

const draftOf = (stage: Stage, key: number): StageDraft => ({
  key,
  id: typeof stage.id === 'number' ? stage.id : null,
  ...{ name: stage.name, custom: stage.custom, hidden: stage.hidden },
  start: stage.startEventIdentifier,
  startLabel: choiceOf(stage.startEventLabel),
  end: stage.endEventIdentifier,
  endLabel: choiceOf(stage.endEventLabel),
})

const choiceOf = (label: Stage['startEventLabel']): LabelChoice | null =>
  label === null ? null : { id: label.id, title: label.title }

const onWire = ({ id, name, custom, hidden, start, startLabel, end, endLabel }: StageDraft): StageInput => ({
  ...(id !== null && { id }),
  ...{ name: name.trim(), custom, hidden },
  ...(custom && {
    startEventIdentifier: start,
    startEventLabelId: startLabel?.id ?? null,
    endEventIdentifier: end,
    endEventLabelId: endLabel?.id ?? null,
  }),
})

/** The fields that changed, as the operation takes them. */
const changed = ({ name, stages }: Partial<StreamValues>) => ({
  ...(name !== undefined && { name: name.trim() }),
  ...(stages !== undefined && { stages: stages.map(onWire) }),
})

/** The same for what stood in them before: the server compares stages without their numbers. */
const seen = ({ name, stages }: Partial<StreamValues>) => ({
  ...(name !== undefined && { name }),
  ...(stages !== undefined && {
    stages: stages.map(({ name, custom, hidden, start, startLabel, end, endLabel }) => ({
      ...{ name, custom, hidden },
      startEventIdentifier: custom ? start : null,
      startEventLabelId: startLabel?.id ?? null,
      endEventIdentifier: custom ? end : null,
      endEventLabelId: endLabel?.id ?? null,
    })),
  }),
})

const takesLabel = (event: StageEvent): boolean => eventWords(event).takesLabel === true

const isWhole = ({ name, start, startLabel, end, endLabel }: StageDraft): boolean =>
  name.trim() !== '' && (!takesLabel(start) || startLabel !== null) && (!takesLabel(end) || endLabel !== null)

const titleOf = ({ name, custom }: StageDraft): string =>
  custom ? name : (defaultStages[name as keyof typeof defaultStages]?.title ?? name)

const labels: FieldLabels<StreamValues> = {
  name: 'Name',
  stages: {
    label: 'Stages',
    shown: stages => stages.map(stage => `${titleOf(stage)}${stage.hidden ? ' (hidden)' : ''}`).join('\n'),
  },
}

/** The form of a value stream, once its stages are known. */
export function StreamDialog(props: StreamDialogProps) {
  const { kind, namespace, streamId } = props
  const { data } = useReading(
    calls[kind].get,
    { namespace, valueStreamId: streamId ?? defaultValueStream.id },
    { topics: () => [], enabled: streamId !== null },
  )
  if (streamId !== null && data === undefined) return null
  return <StreamForm key={data?.updatedAt ?? 'new'} {...props} stream={data ?? null} />
}

function StreamForm({
  kind,
  namespace,
  stream,
  onClose,
  onSaved,
}: StreamDialogProps & { readonly stream: StoredValueStream | null }) {
  const draft = useKeptDraft<StreamValues>(
    `value stream ${kind} ${namespace} ${stream?.id ?? 'new'}`,
    { name: stream?.name ?? '', stages: stream?.stages.map(draftOf) ?? byDefault() },
    { isNew: stream === null },
  )
  const { name, stages } = draft.values
  const save = useCall(
    (_: null) => {
      if (stream === null) return call(calls[kind].create, { namespace, name: name.trim(), stages: stages.map(onWire) })
      return call(calls[kind].update, {
        ...{ namespace, valueStreamId: stream.id },
        ...changed(draft.changes),
        expected: seen(draft.expected),
      })
    },
    {
      refreshes: streamReadings,
      onSuccess: saved => {
        draft.forget()
        showToast(`Value stream ${saved.name} ${stream === null ? 'created' : 'saved'}`)
        onClose()
        onSaved(saved.id)
      },
    },
  )
  const setStage = (next: StageDraft) =>
    draft.set({ stages: stages.map(stage => (stage.key === next.key ? next : stage)) })
  const move = (index: number, by: -1 | 1) => draft.set({ stages: moved(stages, index, index + by) })
  const nextKey = Math.max(-1, ...stages.map(({ key }) => key)) + 1
  return (
    <FormDialog
      title={stream === null ? 'New value stream' : `Edit ${stream.name}`}
      size="l"
      draft={draft}
      onClose={onClose}
      submit={stream === null ? 'Create value stream' : 'Save changes'}
      disabled={name.trim() === '' || stages.length === 0 || !stages.every(isWhole)}
      busy={save.isPending}
      problem={draft.overlaps.length > 0 ? null : (problemOf(save.error, 'stages') ?? save.error?.message)}
      onSubmit={() => (stream !== null && !draft.isChanged ? onClose() : save.mutate(null))}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Name" required refusal={problemOf(save.error, 'name')}>
        <TextInput
          data-autofocus
          value={name}
          maxLength={longestStreamName}
          autoComplete="off"
          onValue={next => draft.set({ name: next })}
        />
      </FormField>
      <fieldset className={styles.fields}>
        <legend>Stages</legend>
        <ol className={styles.drafts}>
          {stages.map((stage, index) => (
            <li key={stage.key}>
              <StageFields
                kind={kind}
                namespace={namespace}
                stage={stage}
                onStage={setStage}
                onRemove={() => draft.set({ stages: stages.filter(({ key }) => key !== stage.key) })}
                onUp={index > 0 ? () => move(index, -1) : null}
                onDown={index < stages.length - 1 ? () => move(index, 1) : null}
              />
            </li>
          ))}
        </ol>
        {stages.length < mostStages && (
          <Button
            icon={<PlusIcon />}
            onClick={() =>
              draft.set({
                stages: [
                  ...stages,
                  {
                    ...{
                      key: nextKey,
                      id: null,
                      name: '',
                      custom: true,
                      hidden: false,
                      startLabel: null,
                      endLabel: null,
                    },
                    ...{ start: 'issue_created', end: 'issue_closed' },
                  },
                ],
              })
            }
          >
            Add stage
          </Button>
        )}
      </fieldset>
    </FormDialog>
  )
}

function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const next = items.toSpliced(from, 1)
  return next.toSpliced(to, 0, ...items.slice(from, from + 1))
}

interface StageFieldsProps {
  readonly kind: PlaceKind
  readonly namespace: string
  readonly stage: StageDraft
  readonly onStage: (stage: StageDraft) => void
  readonly onRemove: () => void
  readonly onUp: (() => void) | null
  readonly onDown: (() => void) | null
}

const startOptions = stageEventNames
  .filter(name => endEventsOf(name).length > 0)
  .map(value => ({ value, label: eventWords(value).label }))

function StageFields({ kind, namespace, stage, onStage, onRemove, onUp, onDown }: StageFieldsProps) {
  const title = titleOf(stage) || 'New stage'
  const ends = endEventsOf(stage.start)
  const setStart = (start: StageEvent) => {
    const end = endEventsOf(start).includes(stage.end) ? stage.end : (endEventsOf(start)[0] ?? stage.end)
    onStage({ ...stage, start, end, ...(end !== stage.end && { endLabel: null }) })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would need a legend in sight
    <div role="group" aria-label={title} className={styles.draft}>
      <div className={styles.head}>
        {stage.custom ? (
          <FormField label="Name" required>
            <TextInput
              value={stage.name}
              maxLength={longestStreamName}
              autoComplete="off"
              onValue={name => onStage({ ...stage, name })}
            />
          </FormField>
        ) : (
          <div>
            <strong>{title}</strong>
            <div className={styles.hint}>{defaultStages[stage.name as keyof typeof defaultStages]?.description}</div>
          </div>
        )}
        <span className={styles.tools}>
          {!stage.custom && (
            <Checkbox label="Show" checked={!stage.hidden} onValue={shown => onStage({ ...stage, hidden: !shown })} />
          )}
          <Button size="s" variant="quiet" disabled={onUp === null} onClick={onUp ?? undefined}>
            Up
          </Button>
          <Button size="s" variant="quiet" disabled={onDown === null} onClick={onDown ?? undefined}>
            Down
          </Button>
          <IconButton variant="quiet" label={`Remove ${title}`} icon={<TrashIcon />} onClick={onRemove} />
        </span>
      </div>
      {stage.custom && (
        <div className={styles.events}>
          <FormField label="Starts with">
            <Select value={stage.start} options={startOptions} onValue={setStart} />
          </FormField>
          {takesLabel(stage.start) && (
            <LabelField
              {...{ kind, namespace, label: 'Start label', chosen: stage.startLabel }}
              onLabel={startLabel => onStage({ ...stage, startLabel })}
            />
          )}
          <FormField label="Ends with">
            <Select
              value={stage.end}
              options={ends.map(value => ({ value, label: eventWords(value).label }))}
              onValue={end => onStage({ ...stage, end })}
            />
          </FormField>
          {takesLabel(stage.end) && (
            <LabelField
              {...{ kind, namespace, label: 'End label', chosen: stage.endLabel }}
              onLabel={endLabel => onStage({ ...stage, endLabel })}
            />
          )}
        </div>
      )}
    </div>
  )
}

interface LabelFieldProps {
  readonly namespace: string
  readonly label: string
  readonly chosen: LabelChoice | null
  readonly onLabel: (label: LabelChoice | null) => void
}

function LabelField({ namespace, label, chosen, onLabel }: LabelFieldProps) {
  const [query, setQuery] = useState('')
  const found = useLabels(namespace, query)
  return (
    <FormField label={label} required error={chosen === null ? 'Choose a label.' : null}>
      <Combobox
        label={label}
        options={found.items.map(({ id, name }) => ({ id: String(id), text: name }))}
        selected={chosen === null ? [] : [{ id: String(chosen.id), text: chosen.title }]}
        onChange={([next]) => onLabel(next === undefined ? null : { id: Number(next.id), title: next.text })}
        onQuery={setQuery}
        loading={found.isLoading}
        placeholder="Search labels"
        empty={messages.noMatches}
      />
    </FormField>
  )
}
