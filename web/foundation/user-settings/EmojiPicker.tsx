import { SmileyIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import styles from './EmojiPicker.module.css'
import { emojiSign, statusEmoji } from './status-emoji.ts'

interface EmojiPickerProps {
  readonly value: string | null
  readonly onValue: (name: string | null) => void
}

/** The emoji of a status, chosen from those that are usual. */
export function EmojiPicker({ value, onValue }: EmojiPickerProps) {
  const label = value === null ? 'Choose an emoji' : `Emoji: ${words(value)}`
  return (
    <Popover
      label="Emoji"
      trigger={
        <button type="button" aria-label={label} className={styles.trigger}>
          {value === null ? <SmileyIcon /> : <span aria-hidden="true">{emojiSign(value)}</span>}
        </button>
      }
    >
      {close => (
        <div className={styles.popup}>
          <div className={styles.grid}>
            {Object.entries(statusEmoji).map(([name, sign]) => (
              <button
                key={name}
                type="button"
                aria-label={words(name)}
                aria-pressed={name === value}
                title={words(name)}
                className={styles.emoji}
                onClick={() => {
                  onValue(name)
                  close()
                }}
              >
                {sign}
              </button>
            ))}
          </div>
          {value !== null && (
            <Button
              size="s"
              variant="quiet"
              block
              onClick={() => {
                onValue(null)
                close()
              }}
            >
              No emoji
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}

const words = (name: string): string => name.replaceAll('_', ' ')
