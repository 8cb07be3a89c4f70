import { useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useSaveOnEscape } from '#web/ui/forms/save-on-escape.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import styles from './TimeTracking.module.css'

export interface TimeChange {
  /** The whole estimate; empty for none. */
  readonly estimate?: string
  /** Added to the time spent. */
  readonly spent?: string
}

interface TimeFormProps {
  /** Empty for none. */
  readonly estimate: string
  readonly isSaving: boolean
  readonly onSubmit: (change: TimeChange) => void
}

export function TimeForm({ estimate, isSaving, onSubmit }: TimeFormProps) {
  // Null until it is edited: the field shows what others set meanwhile, and saving does not set it back.
  const [written, setWritten] = useState<string | null>(null)
  const [spent, setSpent] = useState('')
  const saving = useSaveOnEscape()
  return (
    <form
      className={styles.form}
      {...saving}
      onSubmit={event => {
        event.preventDefault()
        onSubmit({
          ...(written === null || written.trim() === estimate ? {} : { estimate: written }),
          ...(spent.trim() === '' ? {} : { spent }),
        })
      }}
    >
      <FormField label="Estimate">
        <TextInput
          autoFocus
          value={written ?? estimate}
          placeholder="1w 2d 3h 30m"
          maxLength={255}
          onValue={setWritten}
        />
      </FormField>
      <FormField label="Add time spent" hint="A minus sign subtracts.">
        <TextInput value={spent} placeholder="1h 30m" maxLength={255} onValue={setSpent} />
      </FormField>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={isSaving}>
          Save
        </Button>
      </div>
    </form>
  )
}
