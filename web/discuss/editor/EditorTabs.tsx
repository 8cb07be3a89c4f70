import styles from './EditorTabs.module.css'

export type EditorView = 'write' | 'preview'

const views = [
  ['write', 'Write'],
  ['preview', 'Preview'],
] as const

interface EditorTabsProps {
  /** The id of the textarea; the tabs and their panels are named after it. */
  readonly id: string
  readonly label: string
  readonly view: EditorView
  readonly onView: (view: EditorView, by: 'press' | 'arrow') => void
}

export const tabId = (id: string, view: EditorView): string => `${id}-${view}`
export const panelId = (id: string, view: EditorView): string => `${id}-panel-${view}`

/** The tabs for writing and preview. @source FORM-005 */
export function EditorTabs({ id, label, view, onView }: EditorTabsProps) {
  return (
    <div role="tablist" aria-label={`${label}: view`} className={styles.tabs}>
      {views.map(([each, name]) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={tabId(id, each)}
          aria-selected={view === each}
          aria-controls={panelId(id, each)}
          tabIndex={view === each ? 0 : -1}
          className={styles.tab}
          onClick={() => onView(each, 'press')}
          onKeyDown={event => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            const next = each === 'write' ? 'preview' : 'write'
            onView(next, 'arrow')
            document.getElementById(tabId(id, next))?.focus()
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
