import { useState } from 'react'
import { type CountName, plainAttributes, type ShownIn } from '#contract/plan/attributes/plain-attributes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { useSaveOnEscape } from '#web/ui/forms/save-on-escape.ts'
import styles from './widgets.module.css'

export type ShownCount = Extract<CountName, ShownIn<'graphql'>>

interface CountFormProps {
  readonly name: ShownCount
  readonly value: number | null
  readonly onSubmit: (value: number | null) => void
  /** Whether several issues are edited: Escape then changes nothing. */
  readonly isBulk?: boolean
}

export function CountForm({ name, value, onSubmit, isBulk = false }: CountFormProps) {
  const { label, minimum, maximum } = plainAttributes[name]
  const [written, setWritten] = useState(value)
  const saving = useSaveOnEscape()
  return (
    <form
      className={styles.between}
      {...(isBulk ? {} : saving)}
      onSubmit={event => {
        event.preventDefault()
        // Input that is not a count stays in the box, marked.
        if (event.currentTarget.querySelector('[aria-invalid]') === null) onSubmit(written)
      }}
    >
      <NumberInput
        autoFocus
        aria-label={label}
        min={minimum}
        max={maximum}
        value={written}
        placeholder="Enter a number"
        onValue={setWritten}
        onFocus={event => event.currentTarget.select()}
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
    </form>
  )
}
