import { MarkdownIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { completeCommands } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import type { TextTarget } from '../noteable.ts'
import { completionPlace } from './Completion.tsx'
import styles from './EditorHelp.module.css'

const signs: readonly (readonly [string, string])[] = [
  ['**bold**', 'Bold'],
  ['_italic_', 'Italic'],
  ['`code`', 'Code'],
  ['[words](address)', 'Link'],
  ['- item', 'List'],
  ['- [ ] task', 'Task'],
  ['> words', 'Quote'],
  ['```js', 'Code block'],
  ['@name', 'Person'],
  ['#12', 'Issue'],
  ['~label', 'Label'],
  ['%milestone', 'Milestone'],
  [':smile:', 'Emoji'],
]

interface EditorHelpProps {
  readonly namespace: string
  readonly target: TextTarget
}

/** What can be written here: signs of markdown, and the quick actions that one may use. @source FORM-037 */
export function EditorHelp({ namespace, target }: EditorHelpProps) {
  return (
    <Popover
      label="Markdown and quick actions"
      placement="top-start"
      className={styles.popup ?? ''}
      trigger={
        <Button variant="quiet" size="s" icon={<MarkdownIcon />}>
          Markdown
        </Button>
      }
    >
      {() => (
        <>
          <h3 className={styles.heading}>Markdown</h3>
          <dl className={styles.signs}>
            {signs.map(([sign, meaning]) => (
              <div key={sign}>
                <dt>
                  <code>{sign}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <QuickActions namespace={namespace} target={target} />
        </>
      )}
    </Popover>
  )
}

function QuickActions({ namespace, target }: EditorHelpProps) {
  const { data } = useQuery(reading(completeCommands, completionPlace(namespace, target)))
  if (data === undefined || data.length === 0) return null
  return (
    <>
      <h3 className={styles.heading}>Quick actions</h3>
      <p className={styles.hint}>Each on a line of its own.</p>
      <dl className={styles.actions}>
        {data.map(command => (
          <div key={command.name}>
            <dt>
              <code>/{[command.name, ...command.params].join(' ')}</code>
            </dt>
            <dd>{command.description}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
