import type { CSSProperties } from 'react'
import { isColorStart, readColor } from '#contract/plan/labels/color.ts'
import { defaultLabelColor } from '#contract/plan/labels/default-label-color.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import hidden from '#web/ui/text/VisuallyHidden.module.css'
import styles from './ColorField.module.css'
import { palette } from './colors.ts'

interface ColorFieldProps {
  readonly value: string
  readonly onValue: (color: string) => void
  readonly error?: string | null
}

export const colorHint = 'Enter a color such as #1068bf or rgb(16, 104, 191).'

/** A color picked from the palette or written by hand. @source LABEL-006 */
export function ColorField({ value, onValue, error }: ColorFieldProps) {
  return (
    <Stack gap={2}>
      <FormField label="Color" error={error ?? (isColorStart(value) ? null : colorHint)}>
        <TextInput
          code
          value={value}
          maxLength={100}
          placeholder={defaultLabelColor}
          spellCheck={false}
          autoComplete="off"
          leading={<Swatch color={readColor(value) ?? 'transparent'} />}
          onValue={onValue}
        />
      </FormField>
      <fieldset className={styles.palette}>
        <legend className={hidden.hidden}>Suggested colors</legend>
        {palette.map(({ color, name }) => (
          <button
            key={color}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={color === readColor(value)}
            className={styles.choice}
            style={{ '--choice': color } as CSSProperties}
            onClick={() => onValue(color)}
          />
        ))}
      </fieldset>
    </Stack>
  )
}
