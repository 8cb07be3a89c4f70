import { Checkbox } from '#web/ui/forms/Checkbox.tsx'

interface ExecutableFieldProps {
  /** Whether the file is executable on the branch. */
  readonly saved: boolean
  /** Null: as on the branch. */
  readonly value: boolean | null
  readonly onValue: (value: boolean | null) => void
}

/** The checkbox that sets whether a file is executable after the commit. */
export const ExecutableField = ({ saved, value, onValue }: ExecutableFieldProps) => (
  <Checkbox
    label="Executable"
    hint="Allows the file to be run as a program after checkout."
    checked={value ?? saved}
    onValue={isExecutable => onValue(isExecutable === saved ? null : isExecutable)}
  />
)
