import { useState } from 'react'
import { textBoxes } from '#contract/text-boxes.ts'
import {
  broadcastMessagesPage,
  createBroadcastMessage,
  getViewer,
  updateBroadcastMessage,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { forgetText, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { fromLocalTime, toLocalTime } from '#web/ui/forms/dates/local-time.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { currentTime } from '#web/ui/text/clock.ts'
import { useDebouncedState } from '#web/ui/use-debounced.ts'
import { useId } from '#web/ui/use-id.tsx'
import { roleName, roles } from '../members/roles.ts'
import { chosenFrom, type FieldLabels, OverlapBanner, overlapsIn } from '../OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '../problems.ts'
import { type ListedMessage, themes } from './messages.ts'
import { Preview } from './Preview.tsx'

interface MessageDialogProps {
  /** Null for a new one. */
  readonly message: ListedMessage | null
  readonly onClose: () => void
}

interface MessageFields {
  readonly theme: ListedMessage['theme']
  readonly broadcastType: ListedMessage['broadcastType']
  readonly dismissable: boolean
  readonly targetPath: string
  readonly targetAccessLevels: number[]
  /** The values of date and time fields. */
  readonly startsAt: string
  readonly endsAt: string
}

const refreshes = [broadcastMessagesPage, getViewer] as const
const shownFields = ['message', 'startsAt', 'endsAt', 'targetPath', 'targetAccessLevels']
const hourMs = 3_600_000

/** The start values of a new message. */
const blank = (): MessageFields => ({
  theme: 'indigo',
  broadcastType: 'banner',
  dismissable: true,
  targetPath: '',
  targetAccessLevels: [],
  startsAt: toLocalTime(currentTime().toISOString()),
  endsAt: toLocalTime(new Date(currentTime().getTime() + 24 * hourMs).toISOString()),
})

const fieldsOf = (message: ListedMessage): MessageFields => ({
  theme: message.theme,
  broadcastType: message.broadcastType,
  dismissable: message.dismissable,
  targetPath: message.targetPath ?? '',
  targetAccessLevels: message.targetAccessLevels,
  startsAt: toLocalTime(message.startsAt),
  endsAt: toLocalTime(message.endsAt),
})

const shownTime = (local: string): string => local.replace('T', ' ')

const labels: FieldLabels<MessageFields> = {
  theme: chosenFrom<MessageFields['theme']>('Theme', themes),
  broadcastType: { label: 'Type', shown: type => (type === 'banner' ? 'Banner' : 'Notification') },
  dismissable: 'People can dismiss it',
  targetPath: 'Pages',
  targetAccessLevels: { label: 'Roles', shown: levels => levels.map(roleName).join(', ') || 'Everyone' },
  startsAt: { label: 'Starts', shown: shownTime },
  endsAt: { label: 'Ends', shown: shownTime },
}

/** The form of a message, with a live preview. */
export function MessageDialog({ message, onClose }: MessageDialogProps) {
  const group = useId()
  const place = textBoxes.broadcastMessage(message?.id ?? 'new')
  const text = useKeptText(place, message?.message ?? '')
  const [start] = useState(blank)
  const draft = useDraft(message === null ? start : fieldsOf(message))
  const [resting, setResting] = useDebouncedState(text.text)
  const { values } = draft
  const told = {
    refreshes,
    onSuccess: () => {
      forgetText(place)
      showToast(message === null ? 'Message added' : 'Message saved')
      onClose()
    },
  }
  const create = useOperation(createBroadcastMessage, told)
  const update = useOperation(updateBroadcastMessage, told)
  const save = message === null ? create : update
  const { error, isPending } = save
  const saved = message?.message ?? ''
  const written = useFollowSaved(text, saved)
  const { isChanged: isRewritten, isOverlap } = written
  const overlaps = [
    ...(isOverlap ? [{ label: 'Message', theirs: saved, mine: text.text }] : []),
    ...overlapsIn(draft, labels),
  ]
  const startsAt = fromLocalTime(values.startsAt)
  const endsAt = fromLocalTime(values.endsAt)

  function submit() {
    if (message === null) create.mutate({ ...values, message: text.text, startsAt, endsAt })
    else
      update.mutate({
        id: message.id,
        ...onWire(draft.changes),
        ...(isRewritten ? { message: text.text } : {}),
        expected: { ...expectedOf(message, draft.expected), ...(isRewritten ? { message: text.base } : {}) },
      })
  }

  return (
    <FormDialog
      size="l"
      title={message === null ? 'New message' : 'Edit message'}
      onClose={onClose}
      submit={message === null ? 'Add message' : 'Save changes'}
      busy={isPending}
      problem={saveProblem(error, overlaps, shownFields)}
      onSubmit={submit}
    >
      <OverlapBanner
        overlaps={overlaps}
        save={save}
        onKeep={() => {
          draft.keep()
          written.keep()
          update.reset()
        }}
        onDiscard={() => {
          draft.discard()
          written.discard()
          update.reset()
        }}
      />
      <Preview text={resting} theme={values.theme} broadcastType={values.broadcastType} />
      <UnsentOffer places={[place]} />
      <FormField label="Message" hint="Markdown is supported." refusal={fieldProblem(error, 'message', 'Message')}>
        <TextArea
          rows={3}
          maxLength={4000}
          value={text.text}
          onValue={value => {
            text.setText(value)
            setResting(value)
          }}
        />
      </FormField>
      <ChoiceGroup legend="Type">
        <Radio
          name={group}
          label="Banner"
          hint="Shown above every page."
          checked={values.broadcastType === 'banner'}
          onChange={() => draft.set({ broadcastType: 'banner' })}
        />
        <Radio
          name={group}
          label="Notification"
          hint="A card in the corner. It can always be dismissed."
          checked={values.broadcastType === 'notification'}
          onChange={() => draft.set({ broadcastType: 'notification' })}
        />
      </ChoiceGroup>
      {values.broadcastType === 'banner' && (
        <>
          <FormField label="Theme">
            <Select options={themes} value={values.theme} onValue={theme => draft.set({ theme })} />
          </FormField>
          <Checkbox
            label="People can dismiss it"
            checked={values.dismissable}
            onValue={dismissable => draft.set({ dismissable })}
          />
        </>
      )}
      <Pair>
        <FormField label="Starts" hint="In your time zone." refusal={fieldProblem(error, 'startsAt', 'Start')}>
          <TextInput type="datetime-local" value={values.startsAt} onValue={startsAt => draft.set({ startsAt })} />
        </FormField>
        <FormField label="Ends" hint="In your time zone." refusal={fieldProblem(error, 'endsAt', 'End')}>
          <TextInput type="datetime-local" value={values.endsAt} onValue={endsAt => draft.set({ endsAt })} />
        </FormField>
      </Pair>
      <FormField
        label="Pages"
        optional
        hint="A path such as /group/project, with * for any characters. Leave empty for all pages."
        refusal={fieldProblem(error, 'targetPath', 'Path')}
      >
        <TextInput
          code
          maxLength={255}
          spellCheck={false}
          autoCapitalize="none"
          value={values.targetPath}
          onValue={targetPath => draft.set({ targetPath })}
        />
      </FormField>
      <ChoiceGroup
        legend="Roles"
        hint="If you select roles, only people with those roles see the message, in their projects and groups."
        error={fieldProblem(error, 'targetAccessLevels', 'Roles')}
      >
        {roles
          .filter(role => role.level > 5)
          .map(role => (
            <Checkbox
              key={role.level}
              label={role.name}
              checked={values.targetAccessLevels.includes(role.level)}
              onValue={isChosen => {
                const others = values.targetAccessLevels.filter(each => each !== role.level)
                draft.set({
                  targetAccessLevels: (isChosen ? [...others, role.level] : others).toSorted((a, b) => a - b),
                })
              }}
            />
          ))}
      </ChoiceGroup>
    </FormDialog>
  )
}

/** The changed fields as the server takes them; a field of time that names none keeps the present one. */
function onWire({ startsAt, endsAt, ...rest }: Partial<MessageFields>) {
  const start = startsAt === undefined ? null : fromLocalTime(startsAt)
  const end = endsAt === undefined ? null : fromLocalTime(endsAt)
  return { ...rest, ...(start === null ? {} : { startsAt: start }), ...(end === null ? {} : { endsAt: end }) }
}

/** The former values of the changed fields, with the times to the second as they are saved. */
function expectedOf(message: ListedMessage, { startsAt, endsAt, targetPath, ...rest }: Partial<MessageFields>) {
  const saved = (field: string | undefined, moment: string) =>
    field === undefined || field === toLocalTime(moment) ? moment : fromLocalTime(field)
  return {
    ...rest,
    ...(targetPath === undefined ? {} : { targetPath: targetPath === '' ? null : targetPath }),
    ...(startsAt === undefined ? {} : { startsAt: saved(startsAt, message.startsAt) }),
    ...(endsAt === undefined ? {} : { endsAt: saved(endsAt, message.endsAt) }),
  }
}
