import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useEmptyFields, useFolded } from '#web/ui/layout/folded.ts'
import { Sidebar, SidebarContext } from '#web/ui/layout/Sidebar.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { useIssuable } from '../issuable-context.tsx'
import styles from './mounts.module.css'
import { labelOf, type Mount } from './mounts.ts'

/**
 * The fields of an issuable. Every widget stands in its own named place, behind its own boundary: one that fails leaves the others
 * standing.
 *
 * @source SIDE-001, SIDE-006, SIDE-007, SIDE-009
 */
export function IssuableSidebar({ mounts }: { readonly mounts: readonly Mount[] }) {
  const [isFolded, setFolded] = useFolded('sidebar')
  return (
    <Sidebar label="Fields" folded={isFolded} onFolded={setFolded}>
      <IssuableFields mounts={mounts} />
    </Sidebar>
  )
}

/** The fields alone, for a place of their own. */
export function IssuableFields({ mounts }: { readonly mounts: readonly Mount[] }) {
  const client = useQueryClient()
  const page = useIssuable()
  const isHydrated = useIsHydrated()
  const { issuable, queryKey, word } = page
  const { user } = useViewer()
  const [showsEmpty, setShowsEmpty] = useEmptyFields()
  const { isFolded } = useContext(SidebarContext)
  const isShown = ({ widget, isForSignedIn }: Mount) => widget !== undefined && (user !== null || !isForSignedIn)
  const emptyCount = isFolded ? 0 : mounts.filter(mount => isShown(mount) && mount.isEmpty?.(page)).length
  return (
    <>
      {mounts.map(mount => {
        const isHidden = !showsEmpty && !isFolded && mount.isEmpty?.(page)
        return (
          <div key={mount.name} data-mount={mount.name} data-hidden={isHidden || undefined} className={styles.mount}>
            {/* Commands find the hidden fields, which the first view leaves out. */}
            {isShown(mount) && (isHydrated || !isHidden) && (
              <ErrorBoundary
                label={labelOf(mount)}
                {...(mount.failure && { sentence: mount.failure(word) })}
                onRetry={() => void client.invalidateQueries({ queryKey })}
                // Newer data are tried without being asked, where a widget failed.
                resetKey={issuable}
              >
                {mount.widget}
              </ErrorBoundary>
            )}
          </div>
        )
      })}
      {emptyCount > 0 && (
        <button
          type="button"
          aria-expanded={showsEmpty}
          className={styles.more}
          onClick={() => setShowsEmpty(!showsEmpty)}
        >
          {showsEmpty ? 'Hide empty fields' : `Show ${emptyCount} more`}
        </button>
      )}
    </>
  )
}
