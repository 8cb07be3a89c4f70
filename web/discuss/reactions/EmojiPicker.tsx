import type { ReactElement } from 'react'
import { Popover } from '#web/ui/floating/Popover.tsx'
import type { TriggerProps } from '#web/ui/floating/trigger.ts'
import { EmojiPanel } from './EmojiPanel.tsx'
import styles from './EmojiPicker.module.css'

interface EmojiPickerProps {
  readonly trigger: ReactElement<TriggerProps>
  /** The canonical name, in the chosen skin tone. */
  readonly onPick: (name: string) => void
}

/** All emoji in a popup: search, those used last, and the categories. */
export function EmojiPicker({ trigger, onPick }: EmojiPickerProps) {
  return (
    <Popover label="Add reaction" trigger={trigger} padded={false} className={styles.popup ?? ''}>
      {close => (
        <EmojiPanel
          onPick={name => {
            close()
            onPick(name)
          }}
        />
      )}
    </Popover>
  )
}
