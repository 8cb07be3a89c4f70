import { DiffAddedIcon, DiffModifiedIcon, DiffRemovedIcon, DiffRenamedIcon } from '@primer/octicons-react'
import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'
import styles from './ChangeIcon.module.css'

/** The icon of a file's change: added, deleted, renamed or changed. */
export function ChangeIcon({ file }: { readonly file: Pick<DiffFileHead, 'newFile' | 'deletedFile' | 'renamedFile'> }) {
  const kind = file.newFile ? 'added' : file.deletedFile ? 'deleted' : file.renamedFile ? 'renamed' : 'changed'
  const [Icon, label] = icons[kind]
  return (
    <span data-kind={kind} className={styles.icon}>
      <Icon aria-label={label} />
    </span>
  )
}

const icons = {
  added: [DiffAddedIcon, 'Added'],
  deleted: [DiffRemovedIcon, 'Deleted'],
  renamed: [DiffRenamedIcon, 'Renamed'],
  changed: [DiffModifiedIcon, 'Changed'],
} as const
