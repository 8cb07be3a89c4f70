import { useId } from '#web/ui/use-id.tsx'
import styles from './EmojiPicker.module.css'

const tones = [
  ['✋', 'No skin tone'],
  ['✋🏻', 'Light'],
  ['✋🏼', 'Medium light'],
  ['✋🏽', 'Medium'],
  ['✋🏾', 'Medium dark'],
  ['✋🏿', 'Dark'],
] as const

interface SkinTonesProps {
  /** 0 none, 1 light to 5 dark. */
  readonly value: number
  readonly onValue: (tone: number) => void
}

export function SkinTones({ value, onValue }: SkinTonesProps) {
  const group = useId()
  return (
    <fieldset aria-label="Skin tone" className={styles.tones}>
      {tones.map(([sign, label], tone) => (
        <label key={label} title={label} className={styles.tone}>
          <input
            type="radio"
            name={group}
            aria-label={label}
            checked={tone === value}
            className={styles.hidden}
            onChange={() => onValue(tone)}
          />
          <span aria-hidden="true">{sign}</span>
        </label>
      ))}
    </fieldset>
  )
}
