import { DiffAddedIcon, DiffModifiedIcon, DiffRemovedIcon, DiffRenamedIcon, UndoIcon } from '@primer/octicons-react'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { ideHref, nameOf } from '../shared/addresses.ts'
import type { ChangedFile } from './changed-files.ts'
import styles from './IdePage.module.css'

interface ChangedFilesProps {
  readonly place: CodePlace
  readonly at: CodeRef
  /** The path of the open file. */
  readonly path: string
  readonly changed: readonly ChangedFile[]
  readonly onOpen: () => void
  readonly onDiscard: (file: ChangedFile) => void
}

const icons = {
  created: DiffAddedIcon,
  renamed: DiffRenamedIcon,
  deleted: DiffRemovedIcon,
  changed: DiffModifiedIcon,
} as const

const words = { created: 'New', renamed: 'Renamed', deleted: 'Deleted', changed: 'Changed' } as const

/** The files of the next commit, with the kind of their change. */
export function ChangedFiles({ place, at, path, changed, onOpen, onDiscard }: ChangedFilesProps) {
  return (
    <nav aria-label="Changed files" className={styles.pane}>
      <h2 className={styles.heading}>Changed files</h2>
      <ul className={styles.list}>
        {changed.map(file => {
          const Icon = icons[file.kind]
          const from = file.kind === 'renamed' ? ` from ${file.move?.from}` : ''
          return (
            <li key={file.path} className={styles.row}>
              <Anchor
                href={ideHref(place, at.name, file.path)}
                aria-current={file.path === path ? 'page' : undefined}
                className={styles.entry}
                data-kind={file.kind}
                onClick={onOpen}
              >
                <Icon size={16} aria-label={`${words[file.kind]}${from}`} />
                <span className={styles.name} title={file.path}>
                  <NameText name={file.path} />
                </span>
              </Anchor>
              <IconButton
                label={`Discard changes to ${nameOf(file.path)}`}
                icon={<UndoIcon />}
                size="s"
                onClick={() => onDiscard(file)}
              />
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
