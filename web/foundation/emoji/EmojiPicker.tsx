import type { ReactElement } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import type { TriggerProps } from '#web/ui/floating/trigger.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './EmojiPicker.module.css'

const EmojiPanel = onDemand(() => import('./EmojiPanel.tsx').then(module => module.EmojiPanel))

interface EmojiPickerProps {
  readonly label: string
  readonly trigger: ReactElement<TriggerProps>
  /** The canonical name, in the chosen skin tone. */
  readonly onPick: (name: string) => void
  /** Offers to go without an emoji. */
  readonly onNone?: (() => void) | undefined
}

/** All emoji in a popup: search, those used last, and the categories. */
export function EmojiPicker({ label, trigger, onPick, onNone }: EmojiPickerProps) {
  return (
    <Popover label={label} trigger={trigger} part={EmojiPanel} padded={false} className={styles.popup ?? ''}>
      {close => (
        <>
          <EmojiPanel
            onPick={name => {
              close()
              onPick(name)
            }}
          />
          {onNone && (
            <Button
              size="s"
              variant="quiet"
              block
              onClick={() => {
                close()
                onNone()
              }}
            >
              No emoji
            </Button>
          )}
        </>
      )}
    </Popover>
  )
}
