import type { CSSProperties } from 'react'
import { defaultLabelColor } from '#contract/plan/labels/default-label-color.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import hidden from '#web/ui/text/VisuallyHidden.module.css'
import { Swatch } from '../Swatch.tsx'
import styles from './ColorField.module.css'
import { isWholeColor, palette } from './colors.ts'

interface ColorFieldProps {
  readonly value: string
  readonly onValue: (color: string) => void
  readonly error?: string | null
}

/** A colour picked from the palette or written by hand. */
export function ColorField({ value, onValue, error }: ColorFieldProps) {
  return (
    <Stack gap={2}>
      <FormField label="Color" error={error}>
        <TextInput
          code
          value={value}
          maxLength={7}
          placeholder={defaultLabelColor}
          spellCheck={false}
          autoComplete="off"
          leading={<Swatch color={isWholeColor(value) ? value : 'transparent'} />}
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
            aria-pressed={color === value.toLowerCase()}
            className={styles.choice}
            style={{ '--choice': color } as CSSProperties}
            onClick={() => onValue(color)}
          />
        ))}
      </fieldset>
    </Stack>
  )
}
