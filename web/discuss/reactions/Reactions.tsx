import { SmileyIcon } from '@primer/octicons-react'
import { EmojiPicker } from '#web/foundation/emoji/EmojiPicker.tsx'
import { useEmojiOf } from '#web/foundation/emoji/emojis.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { moveFocusOn } from '#web/ui/focus.ts'
import styles from './Reactions.module.css'
import { type Reaction, tooltipOf } from './reactions.ts'
import type { PressedOn } from './use-presses.ts'

interface ReactionsProps {
  readonly reactions: readonly Reaction[]
  readonly canReact: boolean
  /** Add or remove the viewer's own reaction. */
  readonly onPress: (name: string, on: PressedOn) => void
  /** Offer the picker even when there are no reactions yet. */
  readonly withPicker?: boolean
}

/** The emoji under a text, each with how many gave it and, in its tooltip, who. */
export function Reactions({ reactions, canReact, onPress, withPicker }: ReactionsProps) {
  const emojiOf = useEmojiOf(reactions.map(reaction => reaction.name))
  if (reactions.length === 0 && !(withPicker && canReact)) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div role="group" aria-label="Reactions" className={styles.reactions}>
      {reactions.map(reaction => {
        const sign = emojiOf(reaction.name)
        return (
          <Tooltip key={reaction.name} text={tooltipOf(reaction)}>
            <button
              type="button"
              aria-pressed={reaction.isMine}
              aria-disabled={!canReact || undefined}
              aria-label={`${reaction.name.replaceAll('_', ' ')}: ${reaction.count}`}
              className={styles.reaction}
              onClick={event => {
                if (!canReact) return
                // The last one takes its button with it.
                moveFocusOn(besideReaction(event.currentTarget))
                onPress(reaction.name, 'button')
              }}
            >
              <span className={styles.emoji} data-named={sign === null || undefined}>
                {sign ?? `:${reaction.name}:`}
              </span>
              {reaction.count}
            </button>
          </Tooltip>
        )
      })}
      {canReact && (
        <EmojiPicker
          label="Add reaction"
          onPick={name => onPress(name, 'picker')}
          trigger={
            <IconButton
              label="Add reaction"
              data-action={withPicker ? '' : undefined}
              icon={<SmileyIcon />}
              size="s"
              className={styles.add}
            />
          }
        />
      )}
    </div>
  )
}

/** The element that takes the focus from a removed reaction: the one beside it, or the button that adds reactions. */
function besideReaction(button: HTMLElement): () => readonly (HTMLElement | null | undefined)[] {
  const group = button.closest('[role="group"]')
  const around = button.closest('article')
  const others = [...(group?.querySelectorAll<HTMLElement>('button') ?? [])]
  const at = others.indexOf(button)
  return () => [
    others[at + 1],
    others[at - 1],
    around?.querySelector<HTMLElement>('[aria-label="Add reaction"]'),
    around,
  ]
}
