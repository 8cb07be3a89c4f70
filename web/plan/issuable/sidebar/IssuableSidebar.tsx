import { useQueryClient } from '@tanstack/react-query'
import { useViewer } from '#web/api/viewer.ts'
import { useFolded } from '#web/ui/layout/folded.ts'
import { Sidebar } from '#web/ui/layout/Sidebar.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
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
  const { issuable, queryKey, word } = useIssuable()
  const { user } = useViewer()
  const isShown = ({ widget, isForSignedIn }: Mount) => widget !== undefined && (user !== null || !isForSignedIn)
  return (
    <>
      {mounts.map(mount => (
        <div key={mount.name} data-mount={mount.name} className={styles.mount}>
          {isShown(mount) && (
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
      ))}
    </>
  )
}
