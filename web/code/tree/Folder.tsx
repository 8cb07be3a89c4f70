import { BookIcon } from '@primer/octicons-react'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import hidden from '#web/ui/text/VisuallyHidden.module.css'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { CodePlace, CodeRef, TreeData, TreeRow } from '../shapes.ts'
import { blobHref, commitHref, commitsHref, parentOf, treeHref } from '../shared/addresses.ts'
import { LastCommit } from '../shared/commits/LastCommit.tsx'
import { EntryIcon } from '../shared/files/EntryIcon.tsx'
import { moveFocus } from '../shared/move-focus.ts'
import styles from './Folder.module.css'
import { Languages } from './Languages.tsx'

interface FolderProps {
  readonly tree: TreeData
  readonly at: CodeRef
  /** Null where no more entries can be shown. */
  readonly onMore: (() => void) | null
}

/** The rows of a folder, its last commit above, and its README below. */
export function Folder({ tree, at, onMore }: FolderProps) {
  const { place, path, entries, lastCommit, readme } = tree
  useShortcuts(codeShortcuts.files, {
    next: () => moveFocus('[data-entry]', 1),
    previous: () => moveFocus('[data-entry]', -1),
  })
  return (
    <Stack>
      {path === '' && <Languages languages={tree.languages} />}
      <div className={styles.frame}>
        {lastCommit !== null && (
          <LastCommit
            place={place}
            commit={lastCommit}
            historyHref={commitsHref(place, at.name, path)}
            {...(path === '' && at.isDefault && { historyLabel: counted(tree.commitCount, 'commit') })}
          />
        )}
        <table className={styles.table} aria-busy={tree.isSearching || undefined}>
          <caption className={hidden.hidden}>Files</caption>
          <colgroup>
            <col className={styles.nameColumn} />
            <col className={styles.commitColumn} />
            <col className={styles.timeColumn} />
          </colgroup>
          <thead className={hidden.hidden}>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Last commit</th>
              <th scope="col">Last update</th>
            </tr>
          </thead>
          <tbody>
            {path !== '' && (
              <tr className={styles.row}>
                <td className={styles.up}>
                  <Anchor href={treeHref(place, at.name, parentOf(path))} data-entry className={styles.upLink}>
                    <span aria-hidden="true">..</span>
                    <VisuallyHidden>Up to {parentOf(path) || place.name}</VisuallyHidden>
                  </Anchor>
                </td>
                <td className={styles.commitCell} />
                <td className={styles.timeCell} />
              </tr>
            )}
            {entries.map(entry => (
              <EntryRow key={entry.path} place={place} refName={at.name} entry={entry} isSearching={tree.isSearching} />
            ))}
          </tbody>
        </table>
        {tree.isCut && (
          <div className={styles.cut}>
            Showing the first {entries.length.toLocaleString('en')} entries. Press t to find a file.
            {onMore !== null && (
              <Button size="s" onClick={onMore}>
                Show more
              </Button>
            )}
          </div>
        )}
      </div>
      {readme !== null && <Readme place={place} refName={at.name} readme={readme} />}
    </Stack>
  )
}

interface EntryRowProps {
  readonly place: CodePlace
  readonly refName: string
  readonly entry: TreeRow
  readonly isSearching: boolean
}

function EntryRow({ place, refName, entry, isSearching }: EntryRowProps) {
  const { name, path, type, lastCommit } = entry
  return (
    <tr className={styles.row}>
      <td>
        <span className={styles.name}>
          <span className={styles.icon} data-type={type}>
            <EntryIcon {...entry} />
          </span>
          {type === 'commit' ? (
            <span>
              {entry.submoduleHref === null ? (
                <NameText name={name} />
              ) : (
                <Anchor href={entry.submoduleHref} data-entry className={styles.link}>
                  <NameText name={name} />
                </Anchor>
              )}{' '}
              <span className={styles.at}>@ {entry.id.slice(0, 8)}</span>
            </span>
          ) : (
            <Anchor
              href={type === 'tree' ? treeHref(place, refName, path) : blobHref(place, refName, path)}
              data-entry
              className={styles.link}
            >
              <NameText name={name} />
            </Anchor>
          )}
        </span>
      </td>
      <td className={styles.commitCell}>
        {lastCommit === null ? (
          isSearching && <span className={styles.waiting} />
        ) : (
          <TextLink
            tone="muted"
            href={commitHref(place, lastCommit.id)}
            title={lastCommit.title}
            className={styles.commit}
          >
            {lastCommit.title}
          </TextLink>
        )}
      </td>
      <td className={styles.timeCell}>{lastCommit && <RelativeTime at={lastCommit.committedDate} />}</td>
    </tr>
  )
}

interface ReadmeProps {
  readonly place: CodePlace
  readonly refName: string
  readonly readme: NonNullable<TreeData['readme']>
}

function Readme({ place, refName, readme }: ReadmeProps) {
  return (
    <Card
      title={
        <span className={styles.readmeTitle}>
          <BookIcon />
          <TextLink tone="plain" href={blobHref(place, refName, readme.path)}>
            {readme.name}
          </TextLink>
        </span>
      }
    >
      <div className={styles.readme}>
        {readme.html === null ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <pre tabIndex={0} className={styles.plain}>
            {readme.text}
          </pre>
        ) : (
          <Prose html={readme.html} />
        )}
      </div>
    </Card>
  )
}
