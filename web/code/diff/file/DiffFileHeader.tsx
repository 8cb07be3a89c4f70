import { ChevronDownIcon, ChevronRightIcon, KebabHorizontalIcon, LinkExternalIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { nameOf } from '../../shared/addresses.ts'
import { FileChangeCounts } from '../ChangeCounts.tsx'
import type { DiffSource } from '../diff-source.ts'
import { anchorOf } from '../file-anchor.ts'
import { canBeViewed } from '../file-marks.ts'
import { messages } from '../messages.ts'
import { ChangeIcon } from '../tree/ChangeIcon.tsx'
import styles from './DiffFileHeader.module.css'

interface DiffFileHeaderProps {
  readonly source: DiffSource
  readonly file: DiffFile
  readonly isCollapsed: boolean
  readonly onCollapsed: (isCollapsed: boolean) => void
  /** Null: it cannot be marked. */
  readonly isViewed: boolean | null
  readonly onViewed: (isViewed: boolean) => void
  readonly actions: ReactNode
  readonly items: readonly MenuItem[]
}

/** The bar above the lines of a file. */
export function DiffFileHeader(props: DiffFileHeaderProps) {
  const { source, file, isCollapsed, onCollapsed, isViewed, onViewed, actions, items } = props
  const { filePath, oldPath, newPath, aMode, bMode } = file
  const name = visibleName(nameOf(filePath))
  // A submodule has nothing to open.
  const menuItems: readonly MenuItem[] = [
    ...items,
    ...(file.viewPath === null
      ? []
      : [{ kind: 'link' as const, label: `View file @ ${file.contentSha.slice(0, 8)}`, href: file.viewPath }]),
    ...(file.replacedViewPath === null || source.fromId === null
      ? []
      : [
          {
            kind: 'link' as const,
            label: `View replaced file @ ${source.fromId.slice(0, 8)}`,
            href: file.replacedViewPath,
          },
        ]),
  ]
  return (
    <header className={styles.header} data-collapsed={isCollapsed || undefined}>
      <span className={styles.name}>
        <IconButton
          label={isCollapsed ? `Expand ${name}` : `Collapse ${name}`}
          icon={isCollapsed ? <ChevronRightIcon /> : <ChevronDownIcon />}
          size="s"
          tooltip={false}
          aria-expanded={!isCollapsed}
          className={styles.collapse}
          onClick={() => onCollapsed(!isCollapsed)}
        />
        <ChangeIcon file={file} />
        <h3 className={styles.path}>
          {file.renamedFile && oldPath !== newPath && (
            <span className={styles.old}>
              <NameText name={oldPath} /> →{' '}
            </span>
          )}
          <TextLink
            tone="plain"
            href={file.submoduleTreeUrl ?? file.submoduleLink ?? `#${anchorOf(file.fileHash)}`}
            data-file-link
          >
            <NameText name={filePath} />
          </TextLink>
        </h3>
        <span className={styles.copy}>
          <CopyButton text={filePath} label="Copy path" />
        </span>
        {file.storedExternally && <span className={styles.badge}>LFS</span>}
        {file.submodule && <span className={styles.badge}>Submodule</span>}
      </span>
      <span className={styles.facts}>
        {file.modeChanged && (
          <span className={styles.mode}>
            {aMode} → {bMode}
          </span>
        )}
        <FileChangeCounts file={file} />
        {file.externalUrl !== null && (
          <TextLink href={file.externalUrl} tone="muted" className={styles.preview}>
            <LinkExternalIcon size={12} /> {messages.preview(file.formattedExternalUrl ?? file.externalUrl)}
          </TextLink>
        )}
        {actions}
        {isViewed !== null && canBeViewed(file) && <Checkbox label="Viewed" checked={isViewed} onValue={onViewed} />}
        {menuItems.length > 0 && (
          <Menu
            label={`Options of ${name}`}
            placement="bottom-end"
            trigger={
              <IconButton label={`Options of ${name}`} icon={<KebabHorizontalIcon />} size="s" tooltip={false} />
            }
            items={menuItems}
          />
        )}
      </span>
    </header>
  )
}
