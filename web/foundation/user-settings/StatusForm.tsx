import { SmileyIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { clearStatusDurations, UserStatus } from '#contract/foundation/users.ts'
import { getProfile, getViewer, setStatus } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Form, FormActions, FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { EmojiPicker } from '../emoji/EmojiPicker.tsx'
import { useEmojiOf } from '../emoji/emojis.ts'
import { formProblem } from '../problems.ts'
import styles from './StatusForm.module.css'

type Duration = (typeof clearStatusDurations)[number]
type Status = Static<typeof UserStatus>

/** @source UI-007 */
const durations = [
  { value: '30_minutes', label: '30 minutes' },
  { value: '3_hours', label: '3 hours' },
  { value: '8_hours', label: '8 hours' },
  { value: '1_day', label: '1 day' },
  { value: '3_days', label: '3 days' },
  { value: '7_days', label: '7 days' },
  { value: '30_days', label: '30 days' },
] as const satisfies readonly { readonly value: Duration; readonly label: string }[]

interface StatusFormProps {
  readonly status: Status
  readonly onDone?: () => void
}

/** @source UI-008 */
export function StatusForm({ status, onDone }: StatusFormProps) {
  const [emoji, setEmoji] = useState(status.emoji)
  const sign = useEmojiOf(emoji === null ? [] : [emoji])(emoji ?? '')
  const [message, setMessage] = useState(status.message ?? '')
  const [isBusy, setBusy] = useState(status.availability === 'busy')
  const [clearAfter, setClearAfter] = useState<Duration>('8_hours')
  const save = useOperation(setStatus, { refreshes: [getViewer, getProfile] })
  const isSet = status.emoji !== null || status.message !== null || status.availability === 'busy'

  function set() {
    save.mutate(
      { emoji, message, availability: isBusy ? 'busy' : 'not_set', clearStatusAfter: clearAfter },
      {
        onSuccess: saved => {
          setEmoji(saved.emoji)
          showToast('Status set')
          onDone?.()
        },
      },
    )
  }

  function clear() {
    save.mutate(
      {},
      {
        onSuccess: () => {
          setEmoji(null)
          setMessage('')
          setBusy(false)
          showToast('Status cleared')
          onDone?.()
        },
      },
    )
  }

  return (
    <Form problem={formProblem(save.error)} onSubmit={() => !save.isPending && set()}>
      <FormField label="What is your status?">
        <TextInput
          maxLength={100}
          placeholder="Reviewing, back at two, …"
          leading={
            <EmojiPicker
              label="Emoji"
              trigger={
                <IconButton
                  size="s"
                  label={emoji === null ? 'Choose an emoji' : `Emoji: ${emoji.replaceAll('_', ' ')}`}
                  icon={sign === null ? <SmileyIcon /> : <span className={styles.sign}>{sign}</span>}
                />
              }
              onPick={setEmoji}
              onNone={emoji === null ? undefined : () => setEmoji(null)}
            />
          }
          value={message}
          onValue={setMessage}
        />
      </FormField>
      <Checkbox
        label="Busy"
        hint="Shows “(Busy)” next to your name so people can ask someone else first."
        checked={isBusy}
        onValue={setBusy}
      />
      <FormField label="Clear status after">
        <Select options={durations} value={clearAfter} onValue={setClearAfter} />
      </FormField>
      {isSet && status.clearStatusAt !== null && (
        <FormNote>
          Your status will be cleared <RelativeTime at={status.clearStatusAt} />.
        </FormNote>
      )}
      <FormActions submit="Set status" busy={save.isPending}>
        {isSet && (
          <Button variant="quiet" disabled={save.isPending} onClick={clear}>
            Clear status
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
