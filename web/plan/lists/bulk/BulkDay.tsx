import { useState } from 'react'
import type { DoneWords } from '#web/plan/change-sets/change-words.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { BulkChoice } from './BulkChoice.tsx'
import type { Update } from './bulk-update.ts'
import { doneWith, valueWords } from './bulk-words.ts'

const DayForm = onDemand(() => import('#web/plan/issuable/sidebar/widgets/DayForm.tsx').then(module => module.DayForm))

interface BulkDayProps {
  readonly name: 'startDate' | 'dueDate'
  readonly label: string
  /** The label of the button that clears the date. */
  readonly none: string
  readonly onUpdate: (update: Update, done: DoneWords, what: string) => void
}

/** A date for all chosen rows, or none. */
export function BulkDay({ name, label, none, onUpdate }: BulkDayProps) {
  const word = label.toLowerCase()
  return (
    <BulkChoice label={label} name={name} part={DayForm} padded>
      {close => (
        <DayChoice
          label={label}
          none={none}
          onPick={day => {
            close()
            onUpdate({ [name]: day ?? '0' }, doneWith(`Updated ${word}`), valueWords(word, day))
          }}
        />
      )}
    </BulkChoice>
  )
}

interface DayChoiceProps extends Pick<BulkDayProps, 'label' | 'none'> {
  readonly onPick: (day: string | null) => void
}

function DayChoice({ label, none, onPick }: DayChoiceProps) {
  const [written, setWritten] = useState('')
  return (
    <Stack gap={2}>
      <DayForm
        label={label}
        value={null}
        typed={written}
        problem={null}
        onTyped={({ text }) => setWritten(text)}
        isBulk
        onEnter={onPick}
        onPick={onPick}
      />
      <Button block onClick={() => onPick(null)}>
        {none}
      </Button>
    </Stack>
  )
}
