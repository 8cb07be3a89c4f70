import { BookmarkIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { ViewedList } from '#contract/plan/lists/view-limits.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import type { ListView } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { anchorOf } from '#web/ui/floating/trigger.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useOpening } from '#web/ui/use-opening.tsx'
import type { ViewOwner } from './calls.ts'
import styles from './ViewsMenu.module.css'
import { isChanged, queryOf, searchOf, viewIn } from './view-address.ts'

const ViewsList = onDemand(() => import('./ViewsList.tsx').then(module => module.ViewsList))

interface ViewsMenuProps {
  readonly list: ViewedList
  readonly owner: ViewOwner
  readonly views: readonly ListView[]
  readonly canShare: boolean
  readonly order: { readonly orderBy: string; readonly sort: string }
}

/** The saved views of a list: to open, to save, to share. The menu is loaded when the button is pressed. */
export function ViewsMenu({ order, ...props }: ViewsMenuProps) {
  const { views } = props
  const address = usePageSearch()
  const { user } = useViewer()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // The dialogs outlive the menu.
  const [isLoaded, setLoaded] = useState(false)
  const [held, open] = useOpening(ViewsList)
  const current = viewIn(address, views)
  const search = searchOf(address, views)
  const hasChanges = current !== null && isChanged(current, search, order)
  if (user === null && views.length === 0) return null

  const name = current === null ? 'Views' : hasChanges ? `${current.name} (changed)` : current.name
  return (
    <>
      {address.view !== undefined && current === null && (
        <p role="status" className={styles.missing}>
          This view does not exist, or is not shared with you.
        </p>
      )}
      <Button
        icon={<BookmarkIcon />}
        aria-label={current === null ? 'Views' : `View: ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => {
          const next = anchorOf(event)
          if (anchor) setAnchor(null)
          else
            open(() => {
              setLoaded(true)
              setAnchor(next)
            })
        }}
      >
        <span className={styles.name}>{name}</span>
      </Button>
      {held}
      {isLoaded && (
        <ViewsList
          {...props}
          current={current}
          hasChanges={hasChanges}
          query={queryOf(search, order)}
          anchor={anchor}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
