import { SmileyIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx'
import { EmojiPicker } from './EmojiPicker.tsx'
import { useEmojiOf } from './emojis.ts'
import styles from './Reactions.module.css'
import { namesOf, type Reaction } from './reactions.ts'

interface ReactionsProps {
  /** Full path of the project. */
  readonly namespace: string
  readonly reactions: readonly Reaction[]
  readonly canReact: boolean
  /** Add one's own or take it back. */
  readonly onToggle: (name: string) => void
  /** Offer the picker even when there are no reactions yet. */
  readonly withPicker?: boolean
}

/** The emoji under a text, each with how many gave it and, in its tooltip, who. */
export function Reactions({ namespace, reactions, canReact, onToggle, withPicker }: ReactionsProps) {
  const emojiOf = useEmojiOf(
    namespace,
    reactions.map(reaction => reaction.name),
  )
  if (reactions.length === 0 && !(withPicker && canReact)) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div role="group" aria-label="Reactions" className={styles.reactions}>
      {reactions.map(reaction => (
        <Tooltip key={reaction.name} text={`${namesOf(reaction)} · :${reaction.name}:`}>
          <button
            type="button"
            aria-pressed={reaction.isMine}
            aria-disabled={!canReact || undefined}
            aria-label={`${reaction.name.replaceAll('_', ' ')}: ${reaction.count}`}
            className={styles.reaction}
            onClick={() => canReact && onToggle(reaction.name)}
          >
            <span className={styles.emoji}>{emojiOf(reaction.name) ?? `:${reaction.name}:`}</span>
            {reaction.count}
          </button>
        </Tooltip>
      ))}
      {canReact && (
        <EmojiPicker
          namespace={namespace}
          onPick={onToggle}
          trigger={<IconButton label="Add reaction" icon={<SmileyIcon />} size="s" className={styles.add} />}
        />
      )}
    </div>
  )
}
