import { keyedTools } from '#web/discuss/editor/tool-keys.ts'
import { shortcuts } from '#web/shortcuts.ts'
import type { KeyOfPage } from '#web/ui/actions/use-shortcuts.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import styles from './ShortcutsDialog.module.css'

const inTexts = [
  { keys: 'Mod+Enter', label: 'Send' },
  ...keyedTools,
  { keys: 'Mod+Shift+P', label: 'Preview' },
  { keys: 'ArrowUp', label: 'In an empty comment box: edit your last comment' },
  { keys: 'Escape', label: 'Exit full screen, or cancel' },
]

interface ShortcutsDialogProps {
  /** Of the page that is shown. */
  readonly keys: readonly KeyOfPage[]
  readonly onClose: () => void
}

/** The keys of the page as it is, and those of every text box. */
export function ShortcutsDialog({ keys, onClose }: ShortcutsDialogProps) {
  const everywhere = Object.values(shortcuts.everywhere)
  const here = keys.filter(each => !everywhere.some(other => other.keys === each.keys))
  return (
    <Dialog title="Keyboard shortcuts" size="l" onClose={onClose}>
      <div className={styles.columns}>
        <div>
          {here.length > 0 && <Keys title="On this page" keys={here} />}
          <Keys title="Everywhere" keys={everywhere} />
        </div>
        <Keys title="In text boxes" keys={inTexts} />
      </div>
    </Dialog>
  )
}

interface KeysProps {
  readonly title: string
  readonly keys: readonly KeyOfPage[]
}

function Keys({ title, keys }: KeysProps) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>
        {keys.map(each => (
          <div key={each.keys}>
            <dt>{each.label}</dt>
            <dd>
              <KeyHint keys={each.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
