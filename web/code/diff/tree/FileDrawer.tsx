import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { DiffTree, type DiffTreeProps } from './DiffTree.tsx'
import styles from './FileDrawer.module.css'

interface FileDrawerProps extends Pick<DiffTreeProps, 'files' | 'mark' | 'marks' | 'onFollow'> {
  readonly onClose: () => void
}

/** The file tree of narrow windows. */
export function FileDrawer({ onFollow, onClose, ...tree }: FileDrawerProps) {
  return (
    <Dialog title="Changed files" side="start" className={styles.drawer} onClose={onClose}>
      <DiffTree
        {...tree}
        isDrawer
        onFollow={file => {
          onClose()
          onFollow(file)
        }}
      />
    </Dialog>
  )
}
