// biome-ignore-all lint/a11y/useSemanticElements: a list element may hold nothing but its entries, and these stand in groups
import { DotFillIcon, FileDirectoryFillIcon, KebabHorizontalIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { rowsOfFolder } from '#contract/code/files/rows-of-folder.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { codeFolderFiles, codeTreePage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { AnchoredMenu } from '#web/ui/actions/Menu.tsx'
import { anchorOf } from '#web/ui/floating/trigger.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { ideHref, nameOf, parentOf } from '../shared/addresses.ts'
import { EntryIcon } from '../shared/files/EntryIcon.tsx'
import { codeTopics } from '../shared/place.ts'
import { useMoreRows } from '../tree/use-tree.ts'
import styles from './IdePage.module.css'
import { entriesAfter, type FileMove, movedFolderAt, pathOnBranch } from './moves.ts'

/** A file or folder that something is to be done with. */
export interface Chosen {
  readonly path: string
  readonly isFolder: boolean
}

const rowsOfGroup = 100

interface FilesProps {
  readonly place: CodePlace
  readonly at: CodeRef
  /** The path of the open file. */
  readonly path: string
  readonly startsIn: string
  readonly moves: readonly FileMove[]
  readonly changedPaths: ReadonlySet<string>
  readonly onOpen: () => void
  readonly onNew: (folder: string) => void
  readonly onRename: (chosen: Chosen) => void
  readonly onDelete: (chosen: Chosen) => void
}

/** The files of one folder at a time, as the commit will leave them. */
export function Files(props: FilesProps) {
  const { place, at, path, startsIn, moves, changedPaths, onOpen, onNew, onRename, onDelete } = props
  const [folder, setFolder] = useState(startsIn)
  // One menu for all rows: a folder can have thousands.
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const isInMoved = movedFolderAt(moves, folder) !== null
  const source = pathOnBranch(moves, folder)
  const of = { namespace: place.namespace, path: source === '' ? at.name : `${at.name}/${source}` }
  const more = useMoreRows(of.path)
  const { data, isError, isPlaceholderData } = useReading(
    codeTreePage,
    { ...of, ...more.input },
    { topics: codeTopics, keepPrevious: more.rows > rowsOfFolder },
  )
  const tree = data?.path === source ? data : undefined
  const isLeft = moves.some(({ from }) => from !== null && (folder === '' || from.startsWith(`${folder}/`)))
  const { data: below } = useReading(codeFolderFiles, of, { enabled: isLeft })
  // A folder of new files alone is none of the branch.
  const entries = tree?.entries ?? (isError ? [] : undefined)
  const files = below === undefined || below.isCut || below.hasSubmodules ? null : below.files
  const shown = isInMoved
    ? entries?.map(entry => ({ ...entry, path: `${folder}/${entry.name}`, isMoved: true }))
    : entries && entriesAfter(entries, folder, moves, files)
  const row = (entry: NonNullable<typeof shown>[number]) => (
    <div key={entry.path} role="listitem" className={styles.row}>
      {entry.type === 'tree' ? (
        <button type="button" className={styles.entry} onClick={() => setFolder(entry.path)}>
          <EntryIcon {...entry} />{' '}
          <span className={styles.name}>
            <NameText name={entry.name} />
          </span>
          {'isMoved' in entry && !isInMoved && <DotFillIcon size={12} aria-label="Renamed" />}
        </button>
      ) : (
        <Anchor
          href={ideHref(place, at.name, entry.path)}
          ref={entry.path === path ? showInPane : undefined}
          aria-current={entry.path === path ? 'page' : undefined}
          className={styles.entry}
          onClick={onOpen}
        >
          <EntryIcon {...entry} />{' '}
          <span className={styles.name}>
            <NameText name={entry.name} />
          </span>
          {changedPaths.has(entry.path) && <DotFillIcon size={12} aria-label="Changed" />}
        </Anchor>
      )}
      {entry.type !== 'commit' && !('isMoved' in entry) && (
        <IconButton
          label={`Actions for ${visibleName(entry.name)}`}
          icon={<KebabHorizontalIcon />}
          size="s"
          tooltip={false}
          aria-haspopup="menu"
          aria-expanded={menu?.chosen.path === entry.path}
          onClick={event => {
            const chosen = { path: entry.path, isFolder: entry.type === 'tree' }
            setMenu(menu?.chosen.path === entry.path ? null : { anchor: anchorOf(event), chosen })
          }}
        />
      )}
    </div>
  )
  return (
    <nav aria-label="Files" className={styles.pane}>
      <div className={styles.top}>
        <h2 className={styles.heading}>
          <NameText name={folder === '' ? place.name : folder} />
        </h2>
        <IconButton label="New file" icon={<PlusIcon />} size="s" onClick={() => onNew(folder)} />
      </div>
      {shown === undefined ? (
        <Skeleton rows={6} label="Loading files" />
      ) : (
        <div role="list" className={styles.list}>
          {folder !== '' && (
            <div role="listitem" className={styles.row}>
              <button type="button" className={styles.entry} onClick={() => setFolder(parentOf(folder))}>
                <FileDirectoryFillIcon /> <span className={styles.name}>..</span>
              </button>
            </div>
          )}
          {Array.from({ length: Math.ceil(shown.length / rowsOfGroup) }, (_, index) => index * rowsOfGroup).map(
            from => (
              <div
                key={from}
                className={styles.group}
                style={{ '--rows': Math.min(rowsOfGroup, shown.length - from) } as React.CSSProperties}
              >
                {shown.slice(from, from + rowsOfGroup).map(row)}
              </div>
            ),
          )}
          {tree?.isCut && more.onMore !== null && (
            <div role="listitem" className={styles.more}>
              <Button size="s" variant="quiet" busy={isPlaceholderData} onClick={more.onMore}>
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
      <EntryMenu menu={menu} onClose={() => setMenu(null)} onNew={onNew} onRename={onRename} onDelete={onDelete} />
    </nav>
  )
}

/** Scroll the pane to the open file, without scrolling the page. */
function showInPane(link: HTMLElement | null) {
  const pane = link?.closest('nav')
  if (!link || !pane) return
  const [row, visible] = [link.getBoundingClientRect(), pane.getBoundingClientRect()]
  if (row.bottom > visible.bottom) pane.scrollTop += (row.top + row.bottom - visible.top - visible.bottom) / 2
}

interface OpenMenu {
  readonly anchor: HTMLElement
  readonly chosen: Chosen
}

interface EntryMenuProps extends Pick<FilesProps, 'onNew' | 'onRename' | 'onDelete'> {
  readonly menu: OpenMenu | null
  readonly onClose: () => void
}

function EntryMenu({ menu, onClose, onNew, onRename, onDelete }: EntryMenuProps) {
  const chosen = menu?.chosen ?? { path: '', isFolder: false }
  return (
    <AnchoredMenu
      anchor={menu?.anchor ?? null}
      onClose={onClose}
      label={`Actions for ${nameOf(chosen.path)}`}
      placement="bottom-end"
      items={[
        ...(chosen.isFolder ? [{ label: 'New file in folder', onSelect: () => onNew(chosen.path) }] : []),
        { label: 'Rename or move', onSelect: () => onRename(chosen) },
        { label: 'Delete', tone: 'danger', onSelect: () => onDelete(chosen) },
      ]}
    />
  )
}
