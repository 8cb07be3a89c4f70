import { Checkbox } from '#web/ui/forms/Checkbox.tsx'

interface ExecutableFieldProps {
  /** On the branch. */
  readonly saved: boolean
  /** Null: as on the branch. */
  readonly value: boolean | null
  readonly onValue: (value: boolean | null) => void
}

/** Whether the commit makes a file executable. */
export const ExecutableField = ({ saved, value, onValue }: ExecutableFieldProps) => (
  <Checkbox
    label="Executable"
    hint="Allows the file to be run as a program after checkout."
    checked={value ?? saved}
    onValue={isExecutable => onValue(isExecutable === saved ? null : isExecutable)}
  />
)
