import { codeShortcuts } from '#web/code/shortcuts.ts'
import { keyedTools } from '#web/discuss/editor/tool-keys.ts'
import { todoKeys } from '#web/feeds/todos/todo-keys.ts'
import { boardShortcuts } from '#web/plan/boards/shortcuts.ts'
import { selectionKeys, triageKeys } from '#web/plan/lists/triage-keys.ts'
import { rowKeys } from '#web/plan/lists/use-row-keys.ts'
import { shortcuts } from '#web/shortcuts.ts'
import type { KeyOfPage } from '#web/ui/actions/use-shortcuts.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import { goToKeys } from './go-to-keys.ts'
import styles from './ShortcutsDialog.module.css'

const inTexts = [
  { keys: 'Mod+Enter', label: 'Send' },
  ...keyedTools,
  { keys: 'Mod+Shift+P', label: 'Preview' },
  { keys: 'ArrowUp', label: 'In an empty comment box: edit your last comment' },
  { keys: 'Escape', label: 'Exit full screen, cancel, or leave the text box' },
]

interface ShortcutsDialogProps {
  /** The keys of the page that is shown. */
  readonly keys: readonly KeyOfPage[]
  readonly onClose: () => void
}

interface ShortcutsSection {
  readonly title: string
  readonly keys: readonly KeyOfPage[]
}

const { everywhere, issuable, issue, discussion } = shortcuts
const { files, diffs, mergeRequest, diffThreads, commits, refs } = codeShortcuts

/** The keys of all pages, by what they are for. */
const sections: readonly ShortcutsSection[] = Object.entries<Readonly<Record<string, KeyOfPage>>>({
  Everywhere: everywhere,
  'Go to a page': goToKeys,
  Lists: rowKeys('item'),
  'Rows of issues': { ...triageKeys, ...selectionKeys },
  Boards: boardShortcuts,
  'Issues, epics and merge requests': { ...issuable, ...discussion },
  Issues: issue,
  'Merge requests': { ...mergeRequest, ...diffThreads, nextFile: diffs.next, previousFile: diffs.previous },
  'To-do list': todoKeys,
  Files: files,
  Commits: commits,
  'Branches and tags': refs,
}).map(([title, table]) => ({ title, keys: Object.values(table) }))

/** All keys: those of the page as it is first. */
export function ShortcutsDialog({ keys, onClose }: ShortcutsDialogProps) {
  const isGeneral = (key: KeyOfPage) => sections.slice(0, 2).some(({ keys: general }) => has(general, key))
  const here = keys.filter(key => !isGeneral(key))
  const others = sections.flatMap(({ title, keys: all }) => {
    const left = all.filter(key => !has(here, key))
    return left.length === 0 ? [] : [{ title, keys: left }]
  })
  return (
    <Dialog title="Keyboard shortcuts" size="l" onClose={onClose}>
      <div className={styles.columns}>
        {here.length > 0 && <Keys title="On this page" keys={here} />}
        {others.slice(0, 2).map(section => (
          <Keys key={section.title} {...section} />
        ))}
        <Keys title="In text boxes" keys={inTexts} />
        {others.slice(2).map(section => (
          <Keys key={section.title} {...section} />
        ))}
      </div>
    </Dialog>
  )
}

const has = (among: readonly KeyOfPage[], { keys, label }: KeyOfPage) =>
  among.some(each => each.keys === keys && each.label === label)

function Keys({ title, keys }: ShortcutsSection) {
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
